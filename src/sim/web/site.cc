#include "sim/web/site.h"

#include <fmt/format.h>

namespace curlew::sim {
namespace {

using std::chrono::seconds;

constexpr Site kSites[] = {
    {.name = "herald",
     .title = "The Morning Herald",
     .motto = "All of the coast before breakfast",
     .oddities = kSubscribersOnly,
     .pace = 1.6,
     .colour = "#7a1f1f"},
    {.name = "echo",
     .title = "Πρωινή Ηχώ",
     .motto = "Ειδήσεις από όλη την Ελλάδα",
     .language = Language::kGreek,
     .charset = Charset::kWindows1253,
     .feed_path = "/rss/nea.xml",
     .validation = Validation::kDateOnly,
     .colour = "#0d5eaf"},
    {.name = "observer",
     .title = "The Harbour Observer",
     .motto = "Slow news, well kept",
     .dialect = Dialect::kAtom10,
     .feed_path = "/atom/latest.atom",
     .validation = Validation::kEtagOnly,
     .oddities = kRelativeLinks,
     .colour = "#1d4d4f"},
    {.name = "gazette",
     .title = "La Gazette de la Vallée",
     .motto = "Cafés, façades et naïveté: the valley's own paper",
     .dialect = Dialect::kRss091,
     .charset = Charset::kLatin1,
     .feed_path = "/gazette.rss",
     .oddities = kNoIds | kNoDates,
     .pace = 0.6,
     .kicker = "À la une: ",
     .colour = "#6b4a12"},
    {.name = "circuit",
     .title = "Circuit & Signal",
     .motto = "Technology without the trumpet",
     .dialect = Dialect::kRss10,
     .feed_path = "/index.rdf",
     .colour = "#224a9c"},
    {.name = "tribune",
     .title = "The Highmoor Tribune",
     .motto = "Printed on grey paper since forever",
     .dialect = Dialect::kAtom03,
     .feed_path = "/atom.xml",
     .pace = 0.8,
     .colour = "#3f3f3f"},
    {.name = "notebook",
     .title = "Open Notebook",
     .motto = "One reporter, one laptop",
     .dialect = Dialect::kJsonFeed,
     .feed_path = "/feed.json",
     .pace = 0.5,
     .colour = "#5b2a86"},
    {.name = "agora",
     .title = "Αγορά",
     .motto = "Οικονομία, αγορές και πολίτες",
     .language = Language::kGreek,
     .dialect = Dialect::kAtom10,
     .feed_path = "/roi.atom",
     .validation = Validation::kNeither,
     .max_age = seconds(20),
     .colour = "#1a6b3a"},
    {.name = "bazaar",
     .title = "Bazaar & Sons",
     .motto = "Markup by hand, like everything here",
     .feed_path = "/backend.php",
     .oddities = kBareMarkup,
     .kicker = "Buy & sell: ",
     .colour = "#a34700"},
    {.name = "courier",
     .title = "The Coastal Courier",
     .motto = "Late, but never lost",
     .feed_path = "/rss",
     .oddities = kLeadingSpace | kNoIds,
     .colour = "#2c5d8a"},
    {.name = "ledger",
     .title = "The Daily Ledger",
     .motto = "Undated, therefore never old",
     .oddities = kNoDates,
     .pace = 0.8,
     .colour = "#4d5a1c"},
    {.name = "meridian",
     .title = "Meridian",
     .motto = "Find us on the front page",
     .feed_path = "/syndication/all.xml",
     .oddities = kDiscovered,
     .colour = "#0b6e75"},
    {.name = "snail",
     .title = "The Snail",
     .motto = "We think before we answer",
     .conduct = Conduct::kSlow,
     .pace = 0.5,
     .colour = "#7d6b3d"},
    {.name = "wobbly",
     .title = "Wobbly Press",
     .motto = "It works most of the time",
     .conduct = Conduct::kBroken,
     .pace = 0.6,
     .colour = "#8a2c5d"},
    {.name = "wanderer",
     .title = "The Wanderer",
     .motto = "We have moved. Again",
     .feed_path = "/new/feed.xml",
     .conduct = Conduct::kRedirecting,
     .pace = 0.6,
     .colour = "#46688a"},
    {.name = "ghost",
     .title = "The Vanishing Post",
     .motto = "Read us while we last",
     .conduct = Conduct::kGone,
     .pace = 0.6,
     .colour = "#777"},
    {.name = "rush",
     .title = "Rush Hour",
     .motto = "Please hold the line",
     .conduct = Conduct::kBusy,
     .pace = 0.6,
     .colour = "#b3261e"},
    {.name = "lighthouse",
     .title = "The Lighthouse",
     .motto = "Nothing to subscribe to: come and look",
     .feed_path = "",
     .oddities = kNoFeed,
     .pace = 1.5,
     .colour = "#2f5d50"},
};

std::string_view to_words(Dialect dialect) {
  switch (dialect) {
    case Dialect::kRss20:
      return "RSS 2.0";
    case Dialect::kRss091:
      return "RSS 0.91";
    case Dialect::kRss10:
      return "RSS 1.0";
    case Dialect::kAtom10:
      return "Atom 1.0";
    case Dialect::kAtom03:
      return "Atom 0.3";
    case Dialect::kJsonFeed:
      return "JSON Feed 1.1";
  }
  return "";
}

std::string_view to_words(Conduct conduct) {
  switch (conduct) {
    case Conduct::kSound:
      return "";
    case Conduct::kSlow:
      return ", answers after seconds";
    case Conduct::kBroken:
      return ", often out of order";
    case Conduct::kRedirecting:
      return ", redirects";
    case Conduct::kGone:
      return ", gone from the fourth day on";
    case Conduct::kBusy:
      return ", at times too busy (Retry-After)";
  }
  return "";
}

std::string_view to_words(Validation validation) {
  switch (validation) {
    case Validation::kEtagAndDate:
      return "";
    case Validation::kEtagOnly:
      return ", ETag only";
    case Validation::kDateOnly:
      return ", Last-Modified only";
    case Validation::kNeither:
      return ", no validators";
  }
  return "";
}

constexpr std::pair<Oddity, std::string_view> kOddityWords[] = {
    {kLeadingSpace, ", white space before the XML"},
    {kBareMarkup, ", broken XML"},
    {kRelativeLinks, ", relative links"},
    {kNoIds, ", no ids"},
    {kNoDates, ", no dates"},
    {kDiscovered, ", named by its front page only"},
    {kSubscribersOnly, ", some articles closed to robots"},
};

}  // namespace

std::span<const Site> all_sites() { return kSites; }

const Site* find_site(std::string_view name) {
  for (const Site& site : kSites) {
    if (site.name == name) return &site;
  }
  return nullptr;
}

std::string_view listed_path(const Site& site) {
  return site.has(kNoFeed) ? "/" : site.feed_path;
}

std::string_view subscribed_path(const Site& site) {
  if (site.has(kDiscovered) || site.has(kNoFeed)) return "/";
  return site.conduct == Conduct::kRedirecting ? "/feed" : site.feed_path;
}

std::string to_description(const Site& site) {
  std::string text(site.has(kNoFeed) ? "a front page without a feed"
                                     : to_words(site.dialect));
  if (site.language == Language::kGreek) text += ", Greek";
  if (site.charset == Charset::kWindows1253) text += ", windows-1253";
  if (site.charset == Charset::kLatin1) text += ", ISO-8859-1";
  text += to_words(site.validation);
  if (site.max_age.count() > 0)
    text += fmt::format(", max-age {}", site.max_age.count());
  for (const auto& [oddity, words] : kOddityWords) {
    if (site.has(oddity)) text += words;
  }
  return text += to_words(site.conduct);
}

}  // namespace curlew::sim
