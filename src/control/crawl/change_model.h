// What the scheduler believes of documents (schedule/documents), as the frontier of a
// focused crawl asks for it: spells of changes, or steady ones, weighed by what the
// visits to a page found.
//
// The frontier keeps counts of a page's visits, not each of them, so the visits are
// taken to lie evenly between the first and the last, and those that found a change
// evenly among them. What is believed of equal counts and spans is kept: a crawl has
// few of those, and asks by the million.
//
// Pages of one site are changed together and by the same people. Whoever makes the
// visits says what they found (`learn`); a site where more was found than expected is
// expected to have changed more, for some weeks. A site that says which of its pages
// changed (lastmod of its sitemap) is believed by how often that was so where nothing
// else spoke for it: one that says "now" of every page is soon believed in nothing.
// None of this is stored: a restart learns it anew.

#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "frontier/change_model.h"
#include "frontier/crawl_page.h"
#include "schedule/documents/phase_model.h"

namespace curlew::control {

frontier::PageHistory history_of(const frontier::CrawlPageState& page);

// For one thread at a time, as the TopicCrawl that asks it.
class DocumentChange final : public frontier::ChangeModel {
 public:
  double changed(const frontier::PageHistory& history, Time now) const override;

  // A page that was visited before has been visited again at `now`; `before` is what
  // was known until then.
  void learn(const frontier::PageHistory& before, Time now, bool has_changed);

 private:
  // Changes found on a site until a moment, and changes that were expected by what was
  // known of each page.
  struct Moment {
    Time at{};
    double found = 0;
    double expected = 0;
  };

  // Visits to pages of a site that it said had changed.
  struct Hints {
    double visits = 0;
    double found = 0;
    // Changes that were expected whatever it said.
    double expected = 0;
  };

  // -ln P(unchanged) by the page's own visits.
  double expected_changes(const frontier::PageHistory& history, Time now) const;
  // How many times as much as expected was found on the site since then.
  double leaning(frontier::SiteNumber site, Time since) const;
  // The probability that a page has changed which would not be expected to.
  double worth_of_hints(frontier::SiteNumber site) const;
  using Conditions = schedule::documents::Conditions;

  const Conditions& belief(const frontier::PageHistory& history) const;
  const Conditions& survival(double days) const;

  // By time; the first stands for all before it.
  std::unordered_map<std::uint32_t, std::vector<Moment>> sites_;
  std::unordered_map<std::uint32_t, Hints> hints_;
  // By counts and the mean gap between visits, on a scale of steps of a fifth.
  mutable std::unordered_map<std::uint64_t, Conditions> beliefs_;
  // By the logarithm of the time, which rises in steps of a fiftieth.
  mutable std::unordered_map<std::int32_t, Conditions> survivals_;
};

}  // namespace curlew::control
