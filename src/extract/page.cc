#include "extract/page.h"

#include "extract/metadata/byline.h"
#include "extract/metadata/title.h"
#include "extract/page_type/page_features.h"
#include "text/language_detector.h"

namespace curlew::extract {
namespace {

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

// Where a program draws the text, what the page states of it is all there is.
std::string stated_text(const Metadata& facts) {
  std::string_view longest = facts.description;
  for (const JsonLdItem& item : facts.items)
    if (item.body.size() > longest.size()) longest = item.body;
  return std::string(longest);
}

}  // namespace

PageContent PageReader::read(const dom::Document& page, const ReadOptions& options) {
  const Metadata facts = read_metadata(page);
  const std::string stated_url = first_of({facts.canonical_url, facts.og_url});
  const std::string_view url = options.url.empty() ? stated_url : options.url;
  finder_.look(page);
  const PageSight sight{page, facts, finder_.blocks(), finder_.outline(), url};
  describe_page(sight, page_features_);
  TypeChances types = judge_page(page_features_);
  prefer_stories(sight, types);
  finder_.judge(page, facts, types);

  const Byline byline = read_byline(facts);
  PageContent content;
  content.title = choose_title(facts, url, types);
  read_body(sight, options, content);
  content.author = byline.author;
  content.published = byline.published;
  content.modified = byline.modified;
  content.language = language_of(content.body, facts);
  content.canonical_url = stated_url;
  content.image = facts.image;
  content.type = content.body.empty() ? PageType::kOther : type_of(types);
  content.is_hub = model::is_hub(content.type);
  return content;
}

void PageReader::read_body(const PageSight& sight, const ReadOptions& options,
                           PageContent& content) const {
  content.body = options.body;
  if (!content.body.empty()) return;
  content.barrier = find_barrier(sight);
  if (content.barrier == Barrier::kNone) content.body = finder_.body();
  // Of a shell, too; what stands behind a wall is not the reader's.
  const bool is_drawn =
      content.barrier == Barrier::kNone || content.barrier == Barrier::kShell;
  if (content.body.empty() && is_drawn) content.body = stated_text(sight.facts);
  if (!content.body.empty()) content.barrier = Barrier::kNone;
}

}  // namespace curlew::extract
