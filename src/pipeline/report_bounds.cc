#include "pipeline/report_bounds.h"

#include <algorithm>
#include <string>
#include <variant>

#include "base/overloaded.h"
#include "base/utf8.h"

namespace curlew::pipeline {
namespace {

using model::Entry;

// Beside its text an entry and each of its lists costs a little.
constexpr Bytes kOverhead = 64;
constexpr Bytes kLine = 1_KiB;
constexpr Bytes kError = 2_KiB;
constexpr Bytes kAddress = 8_KiB;
constexpr std::size_t kMostAddresses = 20;

Bytes weight_of(const Entry& entry) {
  Bytes weight = kOverhead + entry.id.size() + entry.link.size() + entry.title.size() +
                 entry.summary.size() + entry.content.size() + entry.author.size() +
                 entry.language.size();
  for (const std::string& category : entry.categories) {
    weight += kOverhead + category.size();
  }
  for (const model::Enclosure& enclosure : entry.enclosures) {
    weight += kOverhead + enclosure.url.size() + enclosure.type.size();
  }
  return weight;
}

// The text goes first, the names last: without them it would be another entry.
void cut(Entry& entry, Bytes limit) {
  const auto cut_one = [&](std::string& text) {
    const Bytes weight = weight_of(entry);
    if (weight <= limit) return;
    cut_utf8(text, text.size() - std::min<Bytes>(text.size(), weight - limit));
  };
  cut_one(entry.content);
  cut_one(entry.summary);
  if (weight_of(entry) > limit) entry.categories.clear();
  if (weight_of(entry) > limit) entry.enclosures.clear();
  for (std::string* text :
       {&entry.title, &entry.author, &entry.language, &entry.link, &entry.id}) {
    cut_one(*text);
  }
}

void drop_long_address(std::string& address) {
  if (address.size() > kAddress) address.clear();
}

}  // namespace

std::size_t entries_that_fit(std::span<Entry> entries,
                             std::span<const std::size_t> order, Bytes limit) {
  Bytes sum = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Entry& entry = entries[order[i]];
    if (i == 0) cut(entry, limit);
    sum += weight_of(entry);
    if (sum > limit) return std::max<std::size_t>(i, 1);
  }
  return order.size();
}

void bound_addresses(std::vector<std::string>& addresses) {
  std::erase_if(addresses,
                [](const std::string& url) { return url.size() > kAddress; });
  if (addresses.size() > kMostAddresses) addresses.resize(kMostAddresses);
}

void bound_outer_fields(model::VisitReport& report) {
  cut_utf8(report.error, kError);
  cut_utf8(report.note, kError);
  drop_long_address(report.moved_to);
  const auto bound_head = [](std::optional<model::Listing>& listing) {
    if (!listing) return;
    cut_utf8(listing->head.title, kLine);
    cut_utf8(listing->head.language, kLine);
    cut_utf8(listing->head.category, kLine);
    drop_long_address(listing->head.site_url);
    drop_long_address(listing->head.hub);
    drop_long_address(listing->head.topic);
  };
  std::visit(
      Overloaded{[&](model::FeedFindings& feed) { bound_head(feed.listing); },
                 [&](model::FollowedPageFindings& page) { bound_head(page.listing); },
                 [](model::ArticlePageFindings&) {}, [](model::NamedFeeds&) {},
                 [&](model::DataFindings& data) { bound_head(data.listing); },
                 [](model::CrawlPageFindings&) {}},
      report.findings);
}

}  // namespace curlew::pipeline
