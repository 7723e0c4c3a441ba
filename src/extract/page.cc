#include "extract/page.h"

#include "extract/metadata/byline.h"
#include "extract/page_type/page_features.h"
#include "extract/title/title.h"
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

std::string article_text(const PageBlocks& blocks) {
  std::string text;
  for (const Block& block : blocks.blocks) {
    if (!block.is_in_article) continue;
    if (!text.empty()) text += separator_before(block);
    text += blocks.text_of(block);
  }
  return text;
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
  if (options.words == nullptr) words_.look_up(page);
  if (options.blocks == nullptr) cut_blocks(page, blocks_);
  PageBlocks& blocks = options.blocks != nullptr ? *options.blocks : blocks_;
  const auto is_out_of_time = [&options] {
    return options.time != nullptr && options.time->is_spent();
  };
  PageContent content;
  if ((content.is_out_of_time = is_out_of_time())) return content;
  finder_.look(page, options.words != nullptr ? *options.words : words_, blocks);
  const PageSight sight{page, facts, blocks, finder_.outline(), url};
  describe_page(sight, page_features_);
  TypeChances types = judge_page(page_features_);
  prefer_stories(sight, types);
  if ((content.is_out_of_time = is_out_of_time())) return content;
  finder_.judge(page, facts, types);
  if ((content.is_out_of_time = is_out_of_time())) return content;

  const Byline byline = read_byline(facts);
  content.title = choose_title(facts, url, types);
  read_body(sight, options, blocks, content);
  content.author = byline.author;
  content.published = byline.published;
  content.modified = byline.modified;
  content.language = language_of(content.body, facts);
  content.stated_language = facts.language;
  content.section = facts.section;
  content.canonical_url = stated_url;
  content.image = facts.image;
  content.type = content.body.empty() ? PageType::kOther : type_of(types);
  content.is_hub = model::is_hub(content.type);
  return content;
}

void PageReader::read_body(const PageSight& sight, const ReadOptions& options,
                           PageBlocks& blocks, PageContent& content) const {
  content.body = options.body;
  if (!content.body.empty()) return;
  content.barrier = find_barrier(sight);
  if (content.barrier == Barrier::kNone) {
    for (std::size_t i = 0; i < blocks.blocks.size(); ++i)
      blocks.blocks[i].is_in_article = finder_.kept()[i];
    content.body = article_text(blocks);
  }
  // Of a shell, too; what stands behind a wall is not the reader's.
  const bool is_drawn =
      content.barrier == Barrier::kNone || content.barrier == Barrier::kShell;
  if (content.body.empty() && is_drawn) {
    content.body = stated_text(sight.facts);
    content.is_body_stated = !content.body.empty();
  }
  if (!content.body.empty()) content.barrier = Barrier::kNone;
}

}  // namespace curlew::extract
