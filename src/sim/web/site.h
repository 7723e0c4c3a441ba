// The sites of the little web, as data: who they are and what is odd about each.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/time.h"
#include "sim/prose/prose.h"

namespace curlew::sim {

enum class Dialect { kRss20, kRss091, kRss10, kAtom10, kAtom03, kJsonFeed };
enum class Charset { kUtf8, kWindows1253, kLatin1 };

// What a feed gives its clients to recognise it by.
enum class Validation { kEtagAndDate, kEtagOnly, kDateOnly, kNeither };

enum class Conduct {
  kSound,
  // Answers after seconds.
  kSlow,
  // At times 500, half a document, or HTML instead of the feed.
  kBroken,
  // 301, 302, and a loop.
  kRedirecting,
  // 410 from the fourth day on.
  kGone,
  // At times 429 or 503, with Retry-After.
  kBusy,
};

// Deviations that real feeds have. Combined with |.
enum Oddity : unsigned {
  kNoOddity = 0,
  // White space before the XML declaration.
  kLeadingSpace = 1 << 0,
  // A bare '&' and a tag that is never closed.
  kBareMarkup = 1 << 1,
  // Relative links under xml:base.
  kRelativeLinks = 1 << 2,
  kNoIds = 1 << 3,
  kNoDates = 1 << 4,
  // Only the front page is known; it names the feed.
  kDiscovered = 1 << 5,
  // Some articles lie where robots.txt forbids to go.
  kSubscribersOnly = 1 << 6,
  // Only a front page with a list of its articles.
  kNoFeed = 1 << 7
};

struct Site {
  // Its host is "<name>.localhost".
  std::string_view name;
  std::string_view title;
  std::string_view motto;
  Language language = Language::kEnglish;
  Dialect dialect = Dialect::kRss20;
  Charset charset = Charset::kUtf8;
  std::string_view feed_path = "/feed.xml";
  Validation validation = Validation::kEtagAndDate;
  Conduct conduct = Conduct::kSound;
  unsigned oddities = kNoOddity;
  // Cache-Control of the feed; 0: none.
  std::chrono::seconds max_age{0};
  // Its share of the average number of articles.
  double pace = 1;
  // Before each headline.
  std::string_view kicker;
  std::string_view colour = "#345";

  bool has(Oddity oddity) const { return (oddities & oddity) != 0; }
};

std::span<const Site> all_sites();
// nullptr when there is none.
const Site* find_site(std::string_view name);

// The address to subscribe to: the feed's, or the front page where that must be found
// or there is none.
std::string_view subscribed_path(const Site& site);

// Where its articles are listed: in the feed, or on the front page.
std::string_view listed_path(const Site& site);

// What is odd about the site, in a line for people.
std::string to_description(const Site& site);

}  // namespace curlew::sim
