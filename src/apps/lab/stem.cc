#include <fmt/format.h>

#include <iostream>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "text/analyzer.h"
#include "text/stemmer.h"

namespace curlew::apps {
namespace {

Result<text::Language> parse_language(const std::string& code) {
  const text::Language language = text::to_language(code);
  if (text::has_stemmer(language)) return language;
  if (language == text::Language::kUnknown) {
    return Error{ErrorKind::kUsage, code +
                                        ": no language code that Curlew knows; "
                                        "such are en, el, de"};
  }
  return Error{ErrorKind::kUsage, fmt::format("{}: there are no stems for {}", code,
                                              text::english_name_of(language))};
}

class StemPrinter {
 public:
  StemPrinter(text::Language language, bool json, std::FILE* out)
      : language_(language), json_(json), out_(out) {}

  void print(const std::string& word) const {
    const std::string stem = analyzer_.stem(word, language_);
    if (json_) {
      print_row({{"word", word}, {"stem", stem}}, out_);
    } else {
      fmt::print(out_, "{}  {}\n", word, stem);
    }
  }

 private:
  text::Analyzer analyzer_;
  text::Language language_;
  bool json_;
  std::FILE* out_;
};

}  // namespace

Result<void> lab_stem(const LabStemOptions& options, std::FILE* out) {
  TRY_ASSIGN(const text::Language language, parse_language(options.language));
  const StemPrinter printer(language, options.json, out);
  for (const std::string& word : options.words) {
    if (word != "-") {
      printer.print(word);
      continue;
    }
    for (std::string line; std::getline(std::cin, line);) printer.print(line);
  }
  return {};
}

}  // namespace curlew::apps
