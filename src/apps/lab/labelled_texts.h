// Texts with the name of their topic: a JSON object a line, plain or gzipped.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "text/language.h"

namespace curlew::apps {

struct LabelledText {
  std::string id;
  std::string label;
  std::string title;
  std::string text;
  // Where a text is not in the language of most.
  text::Language language = text::Language::kUnknown;
};

// The members `id`, `title`, `text` and the one that `label` names. Rows without a
// label are left out. An error names the file and the line that is not a JSON object.
Result<std::vector<LabelledText>> read_labelled_texts(const std::string& path,
                                                      const std::string& label);

}  // namespace curlew::apps
