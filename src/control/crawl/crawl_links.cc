// Where crawled pages and sitemaps lead, and whether more of the kind are worth it.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "control/crawl/crawl.h"
#include "frontier/address_guard.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using frontier::PageFate;
using model::CrawlLinkPlace;

// Of one page, and of one list: those of hub areas, and the newest, come first.
constexpr std::size_t kMostLinksOfPage = 300;
constexpr std::size_t kMostLinksOfList = 500;
// Sitemaps that others name, for each topic.
constexpr std::size_t kMostLists = 200;
// Of one page, those that rules keep its topic from.
constexpr std::size_t kMostLeftOutOfPage = 50;

frontier::LinkArea area_of(CrawlLinkPlace place) {
  return place == CrawlLinkPlace::kHub ? frontier::LinkArea::kHub
                                       : frontier::LinkArea::kInformational;
}

}  // namespace

void Crawl::find_candidates(const model::CrawlPageFindings& found, const Out& out,
                            Seen& seen) {
  const std::size_t most = out.visit ? kMostLinksOfPage : kMostLinksOfList;
  const model::TopicMethod method = record(out.topic).topic.method;
  const std::vector<model::SourceId>& classes = judge_.classes(method);
  std::unordered_set<std::uint64_t> keys;
  for (const model::CrawlLink& link : found.links) {
    if (seen.links.size() >= most) break;
    if (link.place == CrawlLinkPlace::kSitemap) continue;
    const auto address = url::parse_url(link.url);
    if (!address.ok()) continue;
    Candidate candidate{.link = &link, .topic = out.topic};
    const std::vector<double>& scores = judge_.judge_link(
        method, link.text, found.page ? found.page->language : std::string(),
        seen.verdict);
    double own_similarity = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const auto topic = find_topic(classes[i]);
      if (!topic || !record(*topic).is_wanted) continue;
      if (*topic == out.topic) own_similarity = scores[i];
      const bool is_better = scores[i] > candidate.similarity ||
                             (*topic == out.topic && scores[i] >= candidate.similarity);
      if (!is_better || !record(*topic).scope.may_enter(*address)) continue;
      candidate.topic = *topic;
      candidate.similarity = scores[i];
    }
    candidate.key = crawl_key(*address);
    if (!record(candidate.topic).scope.may_enter(*address)) {
      const bool is_page = address->is_http() && !address->has_credentials() &&
                           !frontier::trap_in(*address);
      if (!is_page || seen.left_out.size() >= kMostLeftOutOfPage) continue;
      if (!keys.insert(candidate.key).second) continue;
      seen.left_out.push_back({.url = link.url,
                               .key = candidate.key,
                               .page = out.visit ? found.id : model::CrawlPageId(),
                               .area = area_of(link.place) == frontier::LinkArea::kHub,
                               .similarity = own_similarity});
      continue;
    }
    if (!budget_.may_visit(candidate.topic, *address)) continue;
    if (!keys.insert(candidate.key).second) continue;
    candidate.site = fetch::owner_of(address->host(), politeness_);
    seen.links.push_back(std::move(candidate));
  }
}

// Which of the links, and of the lists, are known.
Result<void> Crawl::look_up_links(const model::CrawlPageFindings& found, const Out& out,
                                  Seen& seen) {
  const model::SourceId topic = record(out.topic).topic.source;
  if (!out.visit) {
    std::vector<std::uint64_t> lists;
    for (const model::CrawlLink& link : found.links) {
      const auto address = url::parse_url(link.url);
      const bool is_list = link.place == CrawlLinkPlace::kSitemap && address.ok();
      if (is_list) lists.push_back(crawl_key(*address));
    }
    TRY_ASSIGN(seen.known_lists, store_.crawl_pages().known(lists, topic));
  }
  if (seen.links.empty()) return {};
  std::vector<std::uint64_t> keys;
  for (const Candidate& link : seen.links) keys.push_back(link.key);
  TRY_ASSIGN(seen.known, store_.crawl_pages().known(keys));
  // A link to a seed is none.
  TRY_ASSIGN(const auto seeds, store_.crawl_pages().known(keys, topic));
  std::erase_if(seen.links,
                [&](const Candidate& link) { return seeds.contains(link.key); });
  // What led there says what is there.
  const auto state = seen.leads_elsewhere && out.visit
                         ? frontier_->page_state(out.visit->page)
                         : std::nullopt;
  for (Candidate& link : seen.links) {
    if (state) link.similarity = state->anchor_similarity;
  }
  return {};
}

void Crawl::add_links(const Seen& seen, const Out& out, frontier::PageId from,
                      frontier::LinksWanted wanted, CrawlChange& change) {
  if (wanted == frontier::LinksWanted::kNone) return;
  const model::SourceId of_page = record(out.topic).topic.source;
  change.ordered_for = of_page;
  for (const store::LeftOutLink& link : seen.left_out) {
    leave_out(out.topic, link, change);
  }
  for (const Candidate& candidate : seen.links) {
    if (wanted == frontier::LinksWanted::kOfTopic && candidate.topic != out.topic) {
      continue;
    }
    model::CrawlPageId id{last_id_.value + 1};
    if (const auto known = seen.known.find(candidate.key); known != seen.known.end()) {
      id = known->second;
    } else if (const auto unwritten = unwritten_.find(candidate.key);
               unwritten != unwritten_.end()) {
      id = unwritten->second;
    }
    const std::uint32_t site = number_of(candidate.site);
    const frontier::PageId page{id.value};
    const frontier::LinkFate fate =
        frontier_->add_link({.from = from,
                             .page = page,
                             .topic = candidate.topic,
                             .anchor_similarity = candidate.similarity,
                             .area = area_of(candidate.link->place),
                             .owner = frontier::OwnerNumber{site},
                             .site = frontier::SiteNumber{site}});
    if (candidate.link->modified) {
      frontier_->hint_change(page, *candidate.link->modified, clock_.now());
    }
    if (fate == frontier::LinkFate::kImproved) change.saved.push_back(row_of(page));
    const bool is_kept_from =
        fate == frontier::LinkFate::kTooDeep || fate == frontier::LinkFate::kSiteFull;
    if (is_kept_from && candidate.topic == out.topic) {
      leave_out(out.topic,
                {.url = candidate.link->url,
                 .key = candidate.key,
                 .page = {static_cast<std::int64_t>(from)},
                 .area = area_of(candidate.link->place) == frontier::LinkArea::kHub,
                 .similarity = candidate.similarity},
                change);
    }
    const auto state = frontier_->page_state(page);
    if (fate == frontier::LinkFate::kKnown && state && state->topic != out.topic) {
      change.led_to.push_back(id);
    }
    if (fate != frontier::LinkFate::kAdded) continue;
    last_id_ = std::max(last_id_, id);
    unwritten_.emplace(candidate.key, id);
    change.added.push_back(
        {.row = row_of(page),
         .url = candidate.link->url,
         .key = candidate.key,
         .also_of = candidate.topic == out.topic ? model::SourceId() : of_page});
  }
}

void Crawl::add_lists(const model::CrawlPageFindings& found, const Out& out,
                      const Seen& seen, CrawlChange& change) {
  const auto of_topic = [&](const List& list) { return list.topic == out.topic; };
  auto count = static_cast<std::size_t>(std::ranges::count_if(lists_, of_topic));
  for (const model::CrawlLink& link : found.links) {
    if (link.place != CrawlLinkPlace::kSitemap || count >= kMostLists) continue;
    const auto address = url::parse_url(link.url);
    if (!address.ok() || !address->is_http()) continue;
    store::NewCrawlPage page;
    page.url = link.url;
    page.key = crawl_key(*address);
    // Lists are known by their topic, too.
    if (seen.known_lists.contains(page.key) ||
        !unwritten_.emplace(page.key ^ record(out.topic).topic.source.value, last_id_)
             .second) {
      continue;
    }
    page.row.id = {++last_id_.value};
    page.row.topic = record(out.topic).topic.source;
    page.row.site = fetch::owner_of(address->host(), politeness_);
    page.row.standing = store::CrawlStanding::kList;
    lists_.push_back({page.row.id, out.topic, 0});
    change.added.push_back(std::move(page));
    ++count;
  }
}

// Whether more addresses of its kind are worth a visit.
void Crawl::learn_of_address(const model::CrawlPageFindings& found, const Out& out,
                             const frontier::CrawlDecision& decision) {
  using Brought = PathBudget::Brought;
  const auto address = url::parse_url(out.url);
  const bool is_first = out.visit->standing == frontier::PageStanding::kWaiting;
  if (!is_first || !address.ok() || !found.page || !found.page->content) return;
  const bool is_kept = decision.fate == PageFate::kAccepted;
  if (!is_kept && decision.fate != PageFate::kDuplicate &&
      decision.fate != PageFate::kRejected) {
    return;
  }
  const Brought brought = is_kept                                 ? Brought::kKeptPage
                          : decision.fate == PageFate::kDuplicate ? Brought::kCopy
                                                                  : Brought::kOtherPage;
  const model::PageContent& content = *found.page->content;
  const bool is_over = budget_.learn(out.visit->topic, *address, brought,
                                     said_words(content.title, crawled_text(content)));
  if (!is_over) return;
  remarks_.push_back(
      {record(out.visit->topic).topic.source,
       {clock_.now(), "trap",
        fmt::format("addresses like {} bring nothing: left alone for this phase",
                    address_kind(*address))}});
}

}  // namespace curlew::control
