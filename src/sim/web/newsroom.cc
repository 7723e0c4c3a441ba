#include "sim/web/newsroom.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/fingerprint.h"
#include "base/random.h"

namespace curlew::sim {
namespace {

constexpr std::int64_t kFirstHour = -40;
// Story numbers are (hour + kHourOffset) * kStoriesPerHour + k.
constexpr std::int64_t kHourOffset = 48;
constexpr std::int64_t kStoriesPerHour = 1000;
// The last hour in which a site that will be gone still publishes: it falls silent a
// virtual day before it goes, so that a client that came regularly has missed nothing.
constexpr std::int64_t kLastHourOfGone = 48;

// How the day of a newsroom is spread; the mean is 1.
constexpr std::array<double, 24> kHourOfDay = {.3,  .2,  .1,  .1,  .1,  .3,  .8,  1.6,
                                               2,   2,   1.8, 1.6, 1.4, 1.3, 1.4, 1.5,
                                               1.5, 1.4, 1.2, 1,   .9,  .7,  .5,  .3};
constexpr double kWeekend = 0.5;

double activity(std::int64_t hour) {
  const std::int64_t in_week = ((hour % 168) + 168) % 168;
  const double day = in_week >= 120 ? kWeekend : 1;
  return day * kHourOfDay[std::size_t(in_week % 24)];
}

// Knuth's method; exact, and fast for the small means of an hour.
std::int64_t poisson(Random& random, double mean) {
  const double limit = std::exp(-std::min(mean, 500.0));
  std::int64_t count = 0;
  for (double product = random.uniform(); product > limit;
       product *= random.uniform()) {
    ++count;
  }
  return std::min(count, kStoriesPerHour - 1);
}

std::string slug_of(std::string_view headline) {
  std::string slug;
  for (const char c : headline) {
    const bool word =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (word) {
      slug += char(c >= 'A' && c <= 'Z' ? c + 32 : c);
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
    if (slug.size() >= 48 && slug.back() == '-') break;
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug;
}

enum class Access { kOpen, kSubscribers };

std::string path_of(const Site& site, const Story& story, std::string_view headline,
                    Access access) {
  const std::string_view section = section_name(story.section);
  // Greek headlines leave no slug: such sites show the number alone, as many do.
  if (site.language == Language::kGreek) {
    return fmt::format("/{}/{}.html", section, story.number);
  }
  const bool closed = access == Access::kSubscribers;
  return fmt::format("/{}{}/{}-{}", closed ? "subscribers/" : "", section, story.number,
                     slug_of(headline));
}

std::string id_of(const Site& site, const Story& story) {
  if (site.has(kNoIds)) return "";
  switch (site.dialect) {
    // An item is named by its address there (rdf:about).
    case Dialect::kRss10:
      return "";
    case Dialect::kAtom10:
    case Dialect::kAtom03:
      return fmt::format("tag:{}.localhost,2026:{}", site.name, story.number);
    default:
      return fmt::format("{}-{}", site.name, story.number);
  }
}

}  // namespace

std::uint64_t Newsroom::seed_of(const Site& site, std::int64_t number) const {
  return short_fingerprint_of(
      fmt::format("{}/{}/{}", options_.seed, site.name, number));
}

std::vector<Newsroom::Slot> Newsroom::slots_in(const Site& site,
                                               std::int64_t hour) const {
  if (hour < kFirstHour) return {};
  if (site.conduct == Conduct::kGone && hour > kLastHourOfGone) return {};
  // The hour's own stream of chance; story numbers are never negative, so ~hour is
  // free.
  Random random(seed_of(site, ~(hour + kHourOffset)));
  const double per_virtual_hour =
      options_.items_per_site_per_minute * 60 / options_.tempo.speed;
  const std::int64_t count =
      poisson(random, per_virtual_hour * site.pace * activity(hour));
  std::vector<double> moments(static_cast<std::size_t>(count));
  for (double& moment : moments) moment = random.uniform();
  std::sort(moments.begin(), moments.end());

  std::vector<Slot> slots;
  for (std::int64_t k = 0; k < count; ++k) {
    const VirtualHours at(double(hour) + moments[std::size_t(k)]);
    slots.push_back(
        {(hour + kHourOffset) * kStoriesPerHour + k,
         std::chrono::ceil<std::chrono::seconds>(options_.tempo.real_time(at))});
  }
  return slots;
}

Story Newsroom::write(const Site& site, const Slot& slot) const {
  Story story{.number = slot.number, .published = slot.published};
  const std::uint64_t seed = seed_of(site, slot.number);
  story.section = kSections[seed % kSections.size()];
  Prose prose = write_prose(site.language, story.section, seed, Extent::kTeaser);
  const bool closed = site.has(kSubscribersOnly) && seed / kSections.size() % 5 == 0;
  story.path = path_of(site, story, prose.headline,
                       closed ? Access::kSubscribers : Access::kOpen);
  story.title = std::string(site.kicker) + prose.headline;
  story.author = std::move(prose.author);
  story.lead = std::move(prose.lead);
  story.id = id_of(site, story);
  return story;
}

std::vector<Story> Newsroom::latest(const Site& site, Time now,
                                    std::size_t count) const {
  std::vector<Story> stories;
  auto hour = std::int64_t(std::floor(options_.tempo.virtual_time(now).count()));
  for (; hour >= kFirstHour && stories.size() < count; --hour) {
    const std::vector<Slot> slots = slots_in(site, hour);
    for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
      if (slot->published > now) continue;
      if (stories.size() < count) stories.push_back(write(site, *slot));
    }
  }
  return stories;
}

std::vector<Story> Newsroom::published(const Site& site, Time from, Time until) const {
  std::vector<Story> stories;
  const auto hour_of = [&](Time time) {
    return std::int64_t(std::floor(options_.tempo.virtual_time(time).count()));
  };
  // A story is out at the next whole second: maybe an hour after it was written.
  const std::int64_t first = hour_of(from - std::chrono::seconds(1));
  for (std::int64_t hour = std::max(kFirstHour, first); hour <= hour_of(until);
       ++hour) {
    for (const Slot& slot : slots_in(site, hour)) {
      if (slot.published < from || slot.published > until) continue;
      stories.push_back(write(site, slot));
    }
  }
  return stories;
}

std::optional<Story> Newsroom::find(const Site& site, std::int64_t number,
                                    Time now) const {
  const std::int64_t hour = number / kStoriesPerHour - kHourOffset;
  // Also keeps absurd numbers out of the calendar's arithmetic.
  if (number < 0 || double(hour) > options_.tempo.virtual_time(now).count()) {
    return std::nullopt;
  }
  for (const Slot& slot : slots_in(site, hour)) {
    if (slot.number == number && slot.published <= now) return write(site, slot);
  }
  return std::nullopt;
}

std::vector<std::string> Newsroom::paragraphs(const Site& site,
                                              const Story& story) const {
  return write_prose(site.language, story.section, seed_of(site, story.number),
                     Extent::kArticle)
      .paragraphs;
}

}  // namespace curlew::sim
