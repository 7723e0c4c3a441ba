// What all sources together tell of each: the rhythms there are, and the rate a source
// starts from.
//
// Sources do not share one rhythm: they live in different time zones, some are offices
// and some are machines. So the population is a mixture of kinds, found by
// expectation-maximisation, one step a day; a source's own counts say which kinds it
// may be. (On the development traces this foresees publication better than one rhythm
// for all when sources have few items: .007 nats an item in the first four months.)

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "schedule/news/news_state.h"

namespace curlew::schedule::news {

inline constexpr std::size_t kKinds = 12;

// Shares of the hours of the day and the days of the week; each sums up to 1.
struct Shares {
  std::array<float, 24> hour;
  std::array<float, 7> day;
};

// By kind, for arithmetic that runs over all kinds at once.
using PerKind = std::array<float, kKinds>;

struct Population {
  Shares all;
  std::array<Shares, kKinds> kinds;
  PerKind kind_share;
  // 0: too little is known, all kinds are alike.
  std::uint32_t kinds_known = 0;
  // Items a day of a source in the mean.
  float rate = 1;

  bool has_kinds() const { return kinds_known != 0; }

  // Nothing is known: every hour is alike, one item a day.
  Population();
};

// A population made ready to judge sources.
class KindJudge {
 public:
  explicit KindJudge(const Population& population);

  // How likely the source is of each kind. `unit` is what one item counts now.
  PerKind judge(const NewsState& state, double unit) const;
  // The short of it, to be kept.
  KindGuess guess(const NewsState& state, double unit) const;

 private:
  std::array<PerKind, 24> log_hour_;
  std::array<PerKind, 7> log_day_;
  PerKind log_share_;
};

// Adds up the states of all sources, once a day. A source counts with the root of its
// items: neither as much as it publishes (a few would speak for all) nor the same as
// all others (those with three items know nothing).
class Census {
 public:
  explicit Census(const Population& before);

  void count(const NewsState& state);
  Population result() const;

 private:
  struct Sums {
    std::array<double, 24> hour{};
    std::array<double, 7> day{};
    double weight = 0;
    // The weight of the sources whose weekdays are known.
    double day_weight = 0;

    void add(const NewsState& state, double unit, double weight);
    Shares shares(const Shares& prior) const;
  };

  const Population before_;
  const KindJudge judge_;
  Sums all_;
  std::array<Sums, kKinds> kinds_;
  double rate_ = 0;
  std::size_t sources_ = 0;
};

// For the store, with a version: bytes of another one give the empty population.
std::string to_bytes(const Population& population);
Population parse_population(std::string_view bytes);

}  // namespace curlew::schedule::news
