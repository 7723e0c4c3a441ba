// What each site publishes, and when. A pure function of seed, site and time: a little
// web that is started again goes on exactly where it was, and a test can ask for the
// whole list of publications without having watched.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/web/site.h"
#include "sim/web/tempo.h"

namespace curlew::sim {

struct Story {
  // Tells the story from all others of its site; grows with time, but not by one.
  std::int64_t number = 0;
  // A whole second, so that Last-Modified tells it exactly.
  Time published;
  Section section = Section::kPolitics;
  std::string title;
  std::string author;
  std::string lead;
  // "/politics/48002-northport-votes".
  std::string path;
  // guid or atom:id; empty where the dialect or the site has none.
  std::string id;
};

struct NewsroomOptions {
  Tempo tempo;
  std::uint64_t seed = 1;
  // Of real time, on average over a day.
  double items_per_site_per_minute = 4;
};

// Thread-safe: it holds nothing that changes.
class Newsroom {
 public:
  explicit Newsroom(NewsroomOptions options) : options_(options) {}

  // The last `count` stories out at `now`, newest first. Two virtual days lie before
  // the epoch, so that the feeds of a newly opened web are not empty.
  std::vector<Story> latest(const Site& site, Time now, std::size_t count) const;

  // Everything published in [from, until], oldest first.
  std::vector<Story> published(const Site& site, Time from, Time until) const;

  // The story with that number, when it is out at `now`.
  std::optional<Story> find(const Site& site, std::int64_t number, Time now) const;

  // The article's paragraphs after the lead.
  std::vector<std::string> paragraphs(const Site& site, const Story& story) const;

  const Tempo& tempo() const { return options_.tempo; }

 private:
  struct Slot {
    std::int64_t number;
    Time published;
  };
  std::vector<Slot> slots_in(const Site& site, std::int64_t hour) const;
  std::uint64_t seed_of(const Site& site, std::int64_t number) const;
  Story write(const Site& site, const Slot& slot) const;

  NewsroomOptions options_;
};

}  // namespace curlew::sim
