#include "pipeline/read_page.h"

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"
#include "extract/areas/found_links.h"
#include "extract/areas/page_kind.h"
#include "extract/page.h"
#include "extract/page_type/needs_rendering.h"
#include "extract/rules/ruled_page.h"
#include "parse/date.h"
#include "pipeline/page_tree.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

// The memory that such a page took is given back.
constexpr Bytes kLargePage = 2_MiB;

// Kept between pages, one for each thread: its memory is used again.
extract::PageReader& page_reader() {
  thread_local extract::PageReader reader;
  return reader;
}

// An address that a page names, absolute; empty when it is none of the Web's.
std::string absolute(std::string_view address, const std::string& base, Bytes limit) {
  if (address.empty()) return {};
  auto url = url::resolve(address, base);
  if (!url || !url->starts_with("http") || url->size() > limit) return {};
  return *std::move(url);
}

// The address that a page calls its own, where that can be true: within its site, and
// not the front page, which careless templates name on every page.
std::string own_address(const std::string& stated, std::string_view found_at) {
  const auto own = url::parse_url(stated);
  const auto found = url::parse_url(found_at);
  if (!own.ok() || !found.ok()) return {};
  if (url::registrable_domain(own->host()) != url::registrable_domain(found->host())) {
    return {};
  }
  const bool names_front = own->path_and_query() == "/";
  if (names_front && found->path_and_query() != "/") return {};
  return std::string(own->without_fragment());
}

model::PageContent to_content(extract::PageContent&& read, const std::string& base,
                              std::string_view url, const PageLimits& limits) {
  model::PageContent content;
  content.type = read.type;
  content.title = utf8_prefix(read.title, limits.line);
  content.author = utf8_prefix(read.author, limits.line);
  content.published = parse::parse_date(read.published);
  content.modified = parse::parse_date(read.modified);
  content.canonical_url =
      own_address(absolute(read.canonical_url, base, limits.address), url);
  content.image = absolute(read.image, base, limits.address);
  content.text = std::move(read.body);
  cut_utf8(content.text, limits.text);
  return content;
}

// Why there is no text.
std::string note_of(extract::Barrier barrier) {
  switch (barrier) {
    case extract::Barrier::kWall:
      return "the page is a wall: its text is for subscribers, members, or whoever "
             "passes a test";
    case extract::Barrier::kConsent:
      return "the page asks for consent to cookies instead of showing its text";
    case extract::Barrier::kError:
      return "the page is an error message, though its server calls it a page";
    case extract::Barrier::kShell:
      return "the page has no text of its own, only what its scripts would fill";
    case extract::Barrier::kNone:
      break;
  }
  return {};
}

}  // namespace

model::ReadableParts bounded(model::ReadableParts parts, const PageLimits& limits) {
  Bytes left = limits.blocks;
  std::size_t kept = 0;
  for (model::Block& block : parts.blocks) {
    if (left == 0) break;
    cut_utf8(block.text, left);
    cut_utf8(block.heading, limits.line);
    cut_utf8(block.label, limits.line);
    cut_utf8(block.path, limits.line);
    left -= block.text.size();
    ++kept;
  }
  parts.blocks.resize(kept);
  std::erase_if(parts.links, [&limits](const model::FoundLink& link) {
    return link.url.size() > limits.address;
  });
  if (parts.links.size() > limits.links) parts.links.resize(limits.links);
  for (model::FoundLink& link : parts.links) cut_utf8(link.text, limits.line);
  return parts;
}

model::PageJudgement judge(const extract::RuledPage& page, model::PageType type,
                           const model::PageAverages& averages) {
  const model::PageSums sums = page.sums();
  return {extract::judge_page(type, sums, averages),
          model::is_hub(type) ? model::PageKind::kHub : model::PageKind::kInformational,
          sums};
}

std::optional<model::PageJudgement> read_page(std::string_view html, model::Page& page,
                                              const extract::Rules& rules,
                                              const PageLimits& limits,
                                              model::Rendering rendering,
                                              const model::PageAverages& averages,
                                              TimeBudget time) {
  const PageTree tree(html, page.content_type, time);
  return read_page(tree, html, page, rules, limits, rendering, averages,
                   std::move(time));
}

std::optional<model::PageJudgement> read_page(
    const PageTree& tree, std::string_view html, model::Page& page,
    const extract::Rules& rules, const PageLimits& limits, model::Rendering rendering,
    const model::PageAverages& averages, TimeBudget time) {
  const auto give_up = [&page](std::string_view why) {
    page.language.clear();
    page.category.clear();
    page.content.reset();
    page.note = fmt::format("the page is stored but not read: {}", why);
    return std::nullopt;
  };
  if (!tree.is_whole()) return give_up(tree.why_cut());
  if (time.is_spent()) return give_up(kTooSlow);
  extract::RuledPage ruled(tree.document(), rules);
  extract::PageContent read =
      ruled.read(page_reader(), {.url = page.url, .time = &time});
  if (read.is_out_of_time) return give_up(kTooSlow);
  page.language = utf8_prefix(
      read.language.empty() ? read.stated_language : read.language, limits.line);
  page.category = utf8_prefix(read.section, limits.line);
  if (time.is_spent()) return give_up(kTooSlow);

  page.note = note_of(read.barrier);
  const std::string base = extract::base_address(tree.document(), page.url);
  page.content = to_content(std::move(read), base, page.url, limits);
  model::ReadableParts parts = ruled.parts(page.url);
  parts.article = ruled.article_html(page.url, limits.article);
  page.content->parts = bounded(std::move(parts), limits);
  if (time.is_spent()) return give_up(kTooSlow);
  const model::PageJudgement judgement = judge(ruled, page.content->type, averages);
  page.content->kind = judgement.kind;
  if (rendering == model::Rendering::kNever &&
      extract::needs_rendering(tree.document(), html)) {
    page.note = kNeedsRendering;
  }
  if (html.size() > kLargePage) page_reader() = {};
  return judgement;
}

}  // namespace curlew::pipeline
