#include "extract/page.h"

#include "extract/metadata/byline.h"
#include "extract/metadata/title.h"
#include "extract/page_type/page_features.h"
#include "text/language_detector.h"

namespace curlew::extract {
namespace {

// From which chance on a block belongs. Around articles much looks like text that is
// not of it; on pages of other kinds more is missed than is too much. Both are where
// cross-validation is best.
constexpr float kBelongsToArticle = 0.6F;
constexpr float kBelongsElsewhere = 0.25F;

float threshold_for(const TypeChances& types) {
  const float article = types[std::size_t(PageType::kArticle)];
  return article * kBelongsToArticle + (1 - article) * kBelongsElsewhere;
}

// So much of an article tells its language as surely as all of it.
constexpr std::size_t kLanguageSample = 2000;

std::string language_of(const std::string& body, const Metadata& facts) {
  const text::Language hint = text::to_language(facts.language);
  std::string_view sample(body);
  sample = sample.substr(0, kLanguageSample);
  const text::LanguageGuess guess = text::detect_language(sample, hint);
  if (guess.language == text::Language::kUnknown) return {};
  return std::string(text::code_of(guess.language));
}

std::string first_of(std::initializer_list<std::string_view> values) {
  for (const std::string_view value : values)
    if (!value.empty()) return std::string(value);
  return {};
}

}  // namespace

PageContent PageReader::read(const dom::Document& page, const ReadOptions& options) {
  const Metadata facts = read_metadata(page);
  const std::string stated_url = first_of({facts.canonical_url, facts.og_url});
  const std::string_view url = options.url.empty() ? stated_url : options.url;
  finder_.look(page);
  describe_page({page, facts, finder_.blocks(), finder_.outline(), url},
                page_features_);
  const TypeChances types = judge_page(page_features_);
  finder_.judge(page, facts.title, types);

  const Byline byline = read_byline(facts);
  PageContent content;
  content.title = choose_title(facts, url);
  content.body = options.body.empty() ? finder_.body(threshold_for(types))
                                      : std::string(options.body);
  content.author = byline.author;
  content.published = byline.published;
  content.modified = byline.modified;
  content.language = language_of(content.body, facts);
  content.canonical_url = stated_url;
  content.image = facts.image;
  content.type = content.body.empty() ? PageType::kOther : likeliest(types);
  content.is_hub = is_hub(types);
  return content;
}

}  // namespace curlew::extract
