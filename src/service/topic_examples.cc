// The texts that topics are learned from: out of files, and from the web.

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/ascii.h"
#include "base/storable_text.h"
#include "base/utf8.h"
#include "pipeline/read_page.h"
#include "service/source_address.h"
#include "service/topics.h"
#include "service/typed_values.h"

namespace curlew::service {
namespace {

constexpr std::size_t kLongestExample = 256u << 10;
constexpr std::size_t kLongestHeadline = 1000;
// Half of a short news item.
constexpr std::size_t kFewWords = 25;

Error wrong_example(std::string_view which, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", which, why)};
}

bool looks_like_page(std::string_view bytes) {
  const std::string head = to_ascii_lower(bytes.substr(0, 4096));
  return head.find("<html") != head.npos || head.find("<!doctype") != head.npos ||
         head.find("<body") != head.npos || head.find("<article") != head.npos ||
         head.find("<p>") != head.npos;
}

Result<model::TopicExample> example_of(std::string origin, const model::Page& page) {
  model::TopicExample example;
  example.origin = std::move(origin);
  if (page.content) {
    example.title = page.content->title;
    example.text = page.content->text;
    if (example.text.empty()) {
      for (const model::Block& block : page.content->parts.blocks) {
        example.text.append(block.text) += '\n';
      }
    }
  }
  make_storable(example.title);
  make_storable(example.text);
  cut_utf8(example.title, kLongestHeadline);
  cut_utf8(example.text, kLongestExample);
  if (trimmed(example.text).empty() && trimmed(example.title).empty()) {
    return wrong_example(
        shown_word(example.origin),
        page.note.empty() ? "no text was found on this page" : page.note);
  }
  return example;
}

}  // namespace

Result<model::TopicExample> read_example(std::string_view file,
                                         std::string_view bytes) {
  const std::string origin(file);
  if (bytes.starts_with("%PDF-")) {
    return wrong_example(shown_word(file), "a PDF is not read here; give its text");
  }
  if (bytes.find('\0') != bytes.npos) {
    return wrong_example(shown_word(file), "is neither text nor a page");
  }
  if (looks_like_page(bytes)) {
    model::Page page;
    page.url = "https://example.invalid/";
    page.content_type = "text/html; charset=utf-8";
    (void)pipeline::read_page(bytes, page);
    return example_of(origin, page);
  }
  model::TopicExample example{origin, "", std::string(bytes)};
  make_storable(example.text);
  cut_utf8(example.text, kLongestExample);
  if (trimmed(example.text).empty()) {
    return wrong_example(shown_word(file), "there is no text in it");
  }
  return example;
}

std::string note_on_examples(std::span<const model::TopicExample> examples) {
  const auto is_short = [](const model::TopicExample& example) {
    bool is_inside = false;
    std::size_t words = 0;
    for (const char c : example.title + "\n" + example.text) {
      const bool is_space = is_ascii_space(c);
      words += !is_space && !is_inside ? 1 : 0;
      is_inside = !is_space;
    }
    return words < kFewWords;
  };
  const auto shorts = std::ranges::count_if(examples, is_short);
  if (shorts == 0) return {};
  const model::TopicExample& first = *std::ranges::find_if(examples, is_short);
  return fmt::format(
      "{} of {} examples have fewer than {} words, and teach little ({}): whole "
      "articles "
      "are better",
      shorts, examples.size(), kFewWords, shown_word(first.origin));
}

Result<std::vector<model::TopicExample>> fetch_examples(
    const LookOptions& options, const Clock& clock, std::span<const std::string> urls) {
  std::vector<std::string> addresses;
  for (const std::string& typed : urls) {
    auto address = parse_source_address(typed);
    if (!address.ok()) return wrong_example("--examples", address.error().text);
    addresses.push_back(std::move(address->url));
  }
  std::vector<model::TopicExample> examples;
  for (const auto& report : read_article_pages(options, clock, addresses)) {
    const std::string& url = addresses[examples.size()];
    const auto* found = std::get_if<model::ArticlePageFindings>(&report.findings);
    if (found == nullptr || !found->page) {
      return wrong_example(url, report.error.empty() ? "cannot be had" : report.error);
    }
    TRY_ASSIGN(auto example, example_of(url, *found->page));
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace curlew::service
