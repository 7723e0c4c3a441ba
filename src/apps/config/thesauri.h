// The synonyms that the configuration names.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "text/analyzer.h"
#include "text/thesaurus/thesaurus.h"

namespace curlew::apps {

// Open Multilingual Wordnet where the name ends with .tab, else MyThes.
Result<std::vector<text::Thesaurus>> load_thesauri(
    const std::vector<std::string>& files, const text::Analyzer& analyzer);

std::vector<const text::Thesaurus*> pointers_to(
    const std::vector<text::Thesaurus>& thesauri);

}  // namespace curlew::apps
