// What comes to a topic from elsewhere than a page that was just read: links that its
// rules kept it from, and pages that other topics let go of.

#include <algorithm>
#include <utility>

#include "control/crawl/crawl.h"
#include "store/left_out_links.h"
#include "store/passed_on_pages.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using frontier::LinkFate;
using frontier::TopicIndex;

// Of a topic. Whoever widens its rules wants to go on from where it is; what is beyond
// so many links is found again when their pages change.
constexpr std::size_t kMostLeftOut = 10'000;

}  // namespace

bool Crawl::note_left_out(TopicIndex topic, std::uint64_t key) {
  std::unordered_set<std::uint64_t>& known = record(topic).left_out;
  return known.size() < kMostLeftOut && known.insert(key).second;
}

void Crawl::leave_out(TopicIndex topic, store::LeftOutLink link, CrawlChange& change) {
  if (note_left_out(topic, link.key)) change.left_out.push_back(std::move(link));
}

Result<void> Crawl::follow_left_out(TopicIndex index) {
  const TopicRecord& topic = record(index);
  const model::SourceId source = topic.topic.source;
  TRY_ASSIGN(auto links, store::left_out_links(store_.database(), source));
  std::erase_if(links, [&](const store::LeftOutLink& link) {
    const auto address = url::parse_url(link.url);
    return !address.ok() || !topic.scope.may_enter(*address);
  });
  std::vector<std::uint64_t> keys;
  for (const store::LeftOutLink& link : links) keys.push_back(link.key);
  TRY_ASSIGN(const auto known, store_.crawl_pages().known(keys));
  keys.clear();
  std::vector<store::NewCrawlPage> added;
  std::int64_t last = last_id_.value;
  for (const store::LeftOutLink& link : links) {
    if (known.contains(link.key) || unwritten_.contains(link.key)) {
      keys.push_back(link.key);
      continue;
    }
    const frontier::PageId page{last + 1};
    const auto address = url::parse_url(link.url);
    const std::string site = fetch::owner_of(address->host(), politeness_);
    const std::uint32_t number = number_of(site);
    const LinkFate fate =
        frontier_->add_link({.from = frontier::PageId{link.page.value},
                             .page = page,
                             .topic = index,
                             .anchor_similarity = link.similarity,
                             .area = static_cast<frontier::LinkArea>(link.area & 1u),
                             .owner = frontier::OwnerNumber{number},
                             .site = frontier::SiteNumber{number}});
    if (fate != LinkFate::kAdded) continue;
    keys.push_back(link.key);
    added.push_back({.row = row_of(page), .url = link.url, .key = link.key});
    ++last;
  }
  // If the store fails now, they are added again as others: nobody knows the address of
  // these, and they are given up when their turn comes.
  last_id_.value = last;
  if (!keys.empty()) {
    TRY_ASSIGN(auto transaction, store_.begin());
    for (const store::NewCrawlPage& page : added) TRY(store_.crawl_pages().add(page));
    TRY(store::forget_left_out(store_.database(), source, keys));
    TRY(transaction.commit());
  }
  for (const std::uint64_t key : keys) record(index).left_out.erase(key);
  record(index).has_new_rules = false;
  return {};
}

Result<void> Crawl::take_wanted(TopicIndex index) {
  TRY_ASSIGN(auto transaction, store_.begin());
  TRY_ASSIGN(const std::int64_t count,
             store::take_wanted_pages(store_.database(), record(index).topic.source));
  TRY(transaction.commit());
  has_pages_to_take_ |= count > 0;
  return {};
}

// Rare, so all pages are looked through. One that is out just now is taken later.
Result<void> Crawl::take_pages() {
  std::vector<frontier::CrawlPageState> unknown;
  bool is_one_out = false;
  const auto take = [&](const store::CrawlPageRow& row) {
    const auto index = find_topic(row.topic);
    const bool is_link = row.standing == store::CrawlStanding::kWaiting;
    if (!is_link || !index || !record(*index).is_there) return;
    const frontier::PageId page{row.id.value};
    const auto state = frontier_->page_state(page);
    if (!state) {
      unknown.push_back(state_of(row, *index));
      return;
    }
    const bool is_let_go = state->topic != *index &&
                           (!record(state->topic).is_there ||
                            state->standing == frontier::PageStanding::kDropped ||
                            state->standing == frontier::PageStanding::kRejected);
    if (is_let_go && !frontier_->hand_over(page, *index)) is_one_out = true;
  };
  TRY(store_.crawl_pages().each(take));
  frontier_->restore_pages(unknown, clock_.now());
  has_pages_to_take_ = is_one_out;
  return {};
}

}  // namespace curlew::control
