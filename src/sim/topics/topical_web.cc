#include "sim/topics/topical_web.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::sim {
namespace {

constexpr std::array<std::string_view, 6> kTopicNames{
    "business", "politics", "crime", "health", "sports", "technology"};
constexpr std::uint32_t kLookedFor = kTopicNames.size();
constexpr std::uint32_t kOtherSubjects = 30;
constexpr std::uint32_t kSubjects = kLookedFor + kOtherSubjects;

constexpr std::uint32_t kSmallestHost = 20, kLargestHost = 400;
// Of a host's pages, so many are about what the host is about.
constexpr double kHostIsAbout = .7;
constexpr double kHubs = .04;
constexpr double kVagueAnchors = .25, kPartialAnchors = .35;
constexpr double kStaysOnHost = .5;
// Among the pages of a subject, a link goes to the place u^kPopularity, u uniform: a
// tenth of the pages gets nearly half of the links.
constexpr double kPopularity = 3;
constexpr std::uint32_t kParagraphs = 5;
constexpr std::uint32_t kWordsOfParagraph = 16;
constexpr std::uint32_t kWordsOfTitle = 5;
constexpr double kTopicalTitle = .5;
constexpr double kLeastPurity = .05, kPuritySpread = .3;
// Words of any other topic.
constexpr double kStrayWords = .1;
// Parts of a page that are drawn by themselves, beyond its paragraphs.
constexpr std::uint64_t kTitlePart = 1'000'001, kPurityPart = 1'000'002,
                        kKindPart = 2'000'000, kExamplePart = 0xE0000000;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return scrambled(scrambled(a) ^ (b * 0x9E3779B97F4A7C15));
}

template <typename T>
void shuffle_all(std::vector<T>& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[random.below(i)]);
}

}  // namespace

TopicalWeb::TopicalWeb(const TopicalWebOptions& options, const Trace* trace)
    : options_(options), vocabulary_(kSubjects, options.seed) {
  // What does not depend on the links is the same whatever their probability is.
  Random random(mixed(options.seed, 1));
  make_hosts(random);
  make_changes(trace, random);
  make_drifts(random);
  make_copies(random);
  Random link_random(mixed(options.seed, 2));
  make_links(link_random);
}

std::span<const std::string_view> TopicalWeb::topic_names() { return kTopicNames; }

// Sizes of hosts are spread evenly over their logarithm. Hosts are about the subject
// that has the fewest pages for its share, so that the shares come out right.
void TopicalWeb::make_hosts(Random& random) {
  const Page pages = options_.pages;
  std::array<double, kSubjects> shares;
  for (std::uint32_t i = 0; i < kSubjects; ++i)
    shares[i] = i < kLookedFor ? options_.relevant / kLookedFor
                               : (1 - options_.relevant) / kOtherSubjects;
  std::array<double, kSubjects> counts{};
  const auto any_subject = [&] {
    return random.uniform() < options_.relevant
               ? random.below(kLookedFor)
               : kLookedFor + random.below(kOtherSubjects);
  };
  const auto scarcest = [&] {
    std::uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < kSubjects; ++i) {
      const double filled = (counts[i] + random.uniform()) / shares[i];
      if (filled < least) best = i, least = filled;
    }
    return best;
  };
  subjects_.reserve(pages);
  hosts_.reserve(pages);
  is_hub_.reserve(pages);
  host_begins_.push_back(0);
  // In a small web a large host would be a topic by itself.
  const double largest = std::clamp<double>(pages / 250, kSmallestHost, kLargestHost);
  while (subjects_.size() < pages) {
    const double size =
        kSmallestHost * std::pow(largest / kSmallestHost, random.uniform());
    const auto end = std::min<std::size_t>(pages, subjects_.size() + std::size_t(size));
    const std::uint32_t about = scarcest();
    const Host host = Host(host_begins_.size() - 1);
    for (bool is_home = true; subjects_.size() < end; is_home = false) {
      const auto subject = is_home || random.uniform() < kHostIsAbout
                               ? about
                               : std::uint32_t(any_subject());
      ++counts[subject];
      subjects_.push_back(std::uint16_t(subject));
      hosts_.push_back(host);
      is_hub_.push_back(is_home || random.uniform() < kHubs ? 1 : 0);
    }
    host_begins_.push_back(Page(end));
  }
}

void TopicalWeb::make_changes(const Trace* trace, Random& random) {
  changes_.reserve(options_.pages);
  for (Host host = 0; host < host_count(); ++host) {
    const std::size_t size = host_begins_[host + 1] - host_begins_[host];
    auto changes = trace != nullptr
                       ? traced_changes(*trace, size, options_.length, random)
                       : mixed_changes(size, options_.length, random);
    for (ChangeTimes& times : changes) changes_.push_back(std::move(times));
  }
}

void TopicalWeb::make_drifts(Random& random) {
  drifts_at_.assign(options_.pages, 0);
  drifts_to_ = subjects_;
  const double others = options_.drifting * options_.relevant / (1 - options_.relevant);
  for (Page page = 0; page < options_.pages; ++page) {
    const bool is_topical = subjects_[page] < kLookedFor;
    if (changes_[page].empty()) continue;
    if (random.uniform() >= (is_topical ? options_.drifting : others)) continue;
    drifts_at_[page] = 1 + std::uint32_t(random.below(changes_[page].size()));
    // From one topic to another, or out of all; from elsewhere into one.
    const bool into_topic = !is_topical || random.uniform() < .5;
    drifts_to_[page] =
        std::uint16_t(into_topic ? random.below(kLookedFor)
                                 : kLookedFor + random.below(kOtherSubjects));
  }
}

void TopicalWeb::make_copies(Random& random) {
  originals_.resize(options_.pages);
  std::vector<std::vector<Page>> by_subject(kSubjects);
  for (Page page = 0; page < options_.pages; ++page) {
    originals_[page] = page;
    const std::vector<Page>& alike = by_subject[subjects_[page]];
    const bool is_copy = is_hub_[page] == 0 && drifts_at_[page] == 0 &&
                         !alike.empty() && random.uniform() < options_.copied;
    if (!is_copy) {
      if (drifts_at_[page] == 0) by_subject[subjects_[page]].push_back(page);
      continue;
    }
    const Page original = alike[random.below(alike.size())];
    if (hosts_[original] != hosts_[page]) originals_[page] = original;
  }
}

void TopicalWeb::make_links(Random& random) {
  pages_about_.resize(kSubjects);
  for (Page page = 0; page < options_.pages; ++page)
    pages_about_[subjects_[page]].push_back(page);
  for (std::vector<Page>& pages : pages_about_) {
    shuffle_all(pages, random);
    // Hubs are known better than others.
    std::stable_partition(pages.begin(), pages.end(), [&](Page page) {
      return is_hub(page) && random.uniform() < .5;
    });
  }
  link_begins_.reserve(options_.pages + 1);
  link_begins_.push_back(0);
  for (Page page = 0; page < options_.pages; ++page) {
    const std::uint64_t count =
        is_hub(page) ? 30 + random.below(50) : 4 + random.below(11);
    for (std::uint64_t i = 0; i < count; ++i) {
      Link link{.target = choose_target(page, random)};
      const double words = random.uniform();
      if (words < kVagueAnchors) {
        link.anchor = Anchor::kVague;
      } else if (words < kVagueAnchors + kPartialAnchors) {
        link.anchor = Anchor::kPartOfTitle;
      }
      if (link.target != page) links_.push_back(link);
    }
    link_begins_.push_back(std::uint32_t(links_.size()));
  }
}

TopicalWeb::Page TopicalWeb::choose_target(Page from, Random& random) const {
  const auto popular = [&](const std::vector<Page>& pages) {
    const double place = std::pow(random.uniform(), kPopularity);
    return pages[std::size_t(place * double(pages.size()))];
  };
  const std::uint32_t subject = subjects_[from];
  if (random.uniform() < options_.stay) {
    const Host host = hosts_[from];
    const Page begin = host_begins_[host], size = host_begins_[host + 1] - begin;
    // A few tries: of what the host is not about it has few pages.
    for (int i = 0; random.uniform() < kStaysOnHost && i < 8; ++i) {
      const Page page = begin + Page(random.below(size));
      if (subjects_[page] == subject && page != from) return page;
    }
    return popular(pages_about_[subject]);
  }
  while (true) {
    // As many as there are pages of each.
    const std::uint32_t other = subjects_[random.below(options_.pages)];
    if (other != subject) return popular(pages_about_[other]);
  }
}

std::string TopicalWeb::host_name(Host host) const {
  Random random(mixed(options_.seed, 0x4057ULL << 32 | host));
  return fmt::format("www.{}{}.example", vocabulary_.general_word(random), host);
}

std::string TopicalWeb::address(Page page) const {
  const Host host = hosts_[page];
  if (page == host_begins_[host]) return fmt::format("https://{}/", host_name(host));
  std::string title_words = title(page);
  std::ranges::replace(title_words, ' ', '-');
  return fmt::format("https://{}/{}{}/{}", host_name(host),
                     is_hub(page) ? "section" : "page", page - host_begins_[host],
                     title_words);
}

std::string TopicalWeb::anchor_text(Link link) const {
  if (link.anchor == Anchor::kVague) {
    Random random(mixed(options_.seed, 0xACULL << 40 | link.target));
    return fmt::format("{} {}", vocabulary_.general_word(random),
                       vocabulary_.general_word(random));
  }
  std::string words = title(link.target);
  if (link.anchor == Anchor::kTitle) return words;
  return words.substr(0, words.find(' ', words.find(' ') + 1));
}

std::uint32_t TopicalWeb::version(Page page, Seconds after) const {
  const ChangeTimes& times = changes_[page];
  if (after.count() < 0) return 0;
  const auto behind =
      std::upper_bound(times.begin(), times.end(), std::uint32_t(after.count()));
  return std::uint32_t(behind - times.begin());
}

bool TopicalWeb::is_structural(Page page, std::uint32_t version) const {
  return (seed_of(page, kKindPart + version) & 1) != 0;
}

std::uint32_t TopicalWeb::subject(Page page, std::uint32_t version) const {
  const bool has_drifted = drifts_at_[page] != 0 && version >= drifts_at_[page];
  return has_drifted ? drifts_to_[page] : subjects_[page];
}

std::optional<std::uint32_t> TopicalWeb::topic(Page page, std::uint32_t version) const {
  const std::uint32_t about = subject(page, version);
  if (about >= kLookedFor) return std::nullopt;
  return about;
}

std::optional<TopicalWeb::Page> TopicalWeb::original(Page page) const {
  if (originals_[page] == page) return std::nullopt;
  return originals_[page];
}

std::uint64_t TopicalWeb::seed_of(Page page, std::uint64_t part) const {
  return mixed(options_.seed ^ 0x7E47, std::uint64_t(page) << 32 ^ part);
}

// How much of a page is in its topic's own words: some pages are easily told, some
// hardly.
double TopicalWeb::purity_of(Page page) const {
  Random random(seed_of(page, kPurityPart));
  return kLeastPurity + kPuritySpread * random.uniform();
}

std::string TopicalWeb::make_title(std::uint32_t subject, Random& random) const {
  std::string words;
  for (std::uint32_t i = 0; i < kWordsOfTitle; ++i) {
    if (i > 0) words += ' ';
    words += random.uniform() < kTopicalTitle ? vocabulary_.topic_word(subject, random)
                                              : vocabulary_.general_word(random);
  }
  return words;
}

// Titles do not follow a drift: what links to a page has not noticed.
std::string TopicalWeb::title(Page page) const {
  Random random(seed_of(originals_[page], kTitlePart));
  return make_title(subjects_[page], random);
}

void TopicalWeb::add_paragraph(std::uint32_t subject, double purity, Random& random,
                               std::string& text) const {
  for (std::uint32_t i = 0; i < kWordsOfParagraph; ++i) {
    const double which = random.uniform();
    if (i > 0) text += ' ';
    if (which < purity) {
      text += vocabulary_.topic_word(subject, random);
    } else if (which < purity + kStrayWords) {
      text += vocabulary_.topic_word(random.below(kSubjects), random);
    } else {
      text += vocabulary_.general_word(random);
    }
  }
  text += ".\n";
}

// Each change writes one paragraph anew; of a page that drifts, from then on all.
std::string TopicalWeb::text(Page page, std::uint32_t version) const {
  const bool is_copy = originals_[page] != page;
  const Page author = originals_[page];
  if (is_copy) version = 0;
  const bool has_drifted = drifts_at_[page] != 0 && version >= drifts_at_[page];
  const std::uint32_t about = subject(page, version);
  std::array<std::uint32_t, kParagraphs> written{};
  for (std::uint32_t i = has_drifted ? drifts_at_[page] : 1; i <= version; ++i)
    written[seed_of(page, kKindPart + i) / 2 % kParagraphs] = i;
  const double purity = purity_of(author);
  std::string words;
  words.reserve(kParagraphs * kWordsOfParagraph * 9);
  for (std::uint32_t i = 0; i < kParagraphs; ++i) {
    const std::uint32_t since =
        has_drifted ? std::max(written[i], drifts_at_[page]) : written[i];
    Random random(seed_of(author, std::uint64_t(since) * kParagraphs + i));
    add_paragraph(about, purity, random, words);
  }
  // A copy has a line of its own below.
  if (is_copy) {
    Random random(seed_of(page, kParagraphs));
    for (int i = 0; i < 4; ++i)
      words += fmt::format("{} ", vocabulary_.general_word(random));
  }
  return words;
}

TopicalWeb::Example TopicalWeb::example(std::uint32_t topic,
                                        std::uint32_t number) const {
  Random random(
      mixed(options_.seed ^ 0xE6A3, kExamplePart + topic * 65'536ULL + number));
  const auto subject = topic < kLookedFor
                           ? topic
                           : kLookedFor + std::uint32_t(random.below(kOtherSubjects));
  const double purity = kLeastPurity + kPuritySpread * random.uniform();
  Example example{.title = make_title(subject, random)};
  for (std::uint32_t i = 0; i < kParagraphs; ++i)
    add_paragraph(subject, purity, random, example.text);
  return example;
}

std::vector<TopicalWeb::Page> TopicalWeb::seeds(std::uint32_t topic,
                                                std::size_t count) const {
  std::vector<Page> hubs, others;
  for (const Page page : pages_about_[topic]) {
    if (drifts_at_[page] == 0) (is_hub(page) ? hubs : others).push_back(page);
  }
  // Not the best known ones: anybody finds those.
  std::vector<Page> seeds;
  for (std::size_t i = 0; i < count && i < hubs.size(); ++i) {
    const std::size_t many = std::min(count, hubs.size());
    seeds.push_back(hubs[(2 * i + 1) * hubs.size() / (2 * many)]);
  }
  for (std::size_t i = 0; seeds.size() < count && i < others.size(); ++i)
    seeds.push_back(others[i]);
  return seeds;
}

}  // namespace curlew::sim
