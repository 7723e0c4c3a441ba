#include "control/housekeeping.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "control/clip_writer.h"

namespace curlew::control {
namespace {

// Adds what a chore removed to the count of its kind.
Result<std::int64_t> counted(Result<std::int64_t> removed, std::int64_t& sum) {
  if (removed.ok()) sum += *removed;
  return removed;
}

// A night, a weekend's reboot: time off that is believed at once.
constexpr Milliseconds kBelieved = std::chrono::days(1);
// The controller waits so long for us, and for one transaction more at most.
constexpr Milliseconds kLongestStep{10};

}  // namespace

Housekeeping::Housekeeping(HousekeepingOptions options, store::Store& store,
                           const Clock& clock)
    : options_(options), store_(store), clock_(clock), began_(clock.steady()) {}

Result<void> Housekeeping::step() {
  if (chores_.empty()) {
    if (clock_.steady() < next_round_) return {};
    next_round_ = clock_.steady() + options_.every;
    return begin_round();
  }
  const SteadyTime end = clock_.steady() + kLongestStep;
  while (!chores_.empty() && clock_.steady() < end) {
    const auto removed = chores_.front()();
    if (!removed.ok()) {
      chores_.clear();
      counting_since_
          .reset();  // Sources are left over: the next round counts them too.
      return Error(removed.error()).within("housekeeping");
    }
    if (*removed < static_cast<std::int64_t>(options_.at_once)) chores_.pop_front();
  }
  if (chores_.empty()) end_round();
  return {};
}

void Housekeeping::end_round() {
  if (counting_since_) {
    counted_since_ = *std::exchange(counting_since_, std::nullopt);
  }
  const LetGo gone = std::exchange(let_go_, {});
  if (gone.visits + gone.articles + gone.pages == 0) return;
  // A busy log loses lines in every round: that alone is not news.
  const bool is_news = gone.articles + gone.pages > 0;
  log(is_news ? LogLevel::kInfo : LogLevel::kDebug,
      "housekeeping: let go of articles: {}, pages: {}, visits in the crawl "
      "log: {}",
      gone.articles, gone.pages, gone.visits);
}

Time Housekeeping::age_now() const {
  if (!base_) return Time();
  const Milliseconds elapsed = clock_.steady() - began_;
  return std::min(clock_.now(), *base_ + kBelieved + 2 * elapsed);
}

Result<void> Housekeeping::begin_round() {
  if (!base_) TRY(start_clock());
  TRY_ASSIGN(const auto chosen, store::chosen_keeping(store_.database()));
  const store::Keeping keeping = chosen.value_or(options_.keeping);
  // What was enough for the last rule may be too much for this one.
  if (keeping != keeping_) counted_since_ = Time();
  keeping_ = keeping;
  TRY(store_.retention().save_age_clock(std::max(*base_, age_now())));
  chores_.push_back([this] {
    return store_.subscriptions().renew_activity(clock_.now(), options_.at_once);
  });
  add_by_age();
  return add_by_count();
}

Result<void> Housekeeping::start_clock() {
  TRY_ASSIGN(const Time saved, store_.retention().age_clock());
  // An empty store knows no time, and has nothing to lose.
  base_ = saved == Time() ? clock_.now() : saved;
  return {};
}

void Housekeeping::add_by_age() {
  const Time now = age_now();
  chores_.push_back([this, before = now - options_.visits] {
    return counted(
        store_.visits().prune(
            before, static_cast<std::size_t>(options_.visits / std::chrono::days(1))),
        let_go_.visits);
  });
  chores_.push_back([this, before = now - kStoryTime] {
    return store_.clips().prune_bands(before, options_.at_once);
  });
  chores_.push_back([this, before = now - options_.notices] {
    return store_.deliveries().prune(before, options_.at_once);
  });
  if (keeping_.articles.age) {
    chores_.push_back([this, before = now - *keeping_.articles.age] {
      return counted(store_.retention().forget_articles(store::OlderThan{before},
                                                        options_.at_once),
                     let_go_.articles);
    });
  }
  if (keeping_.pages.age) {
    chores_.push_back([this, before = now - *keeping_.pages.age] {
      return counted(
          store_.retention().drop_pages(store::OlderThan{before}, options_.at_once),
          let_go_.pages);
    });
  }
}

Result<void> Housekeeping::add_by_count() {
  const std::size_t articles = keeping_.articles.newest_of_source;
  const std::size_t pages = keeping_.pages.newest_of_source;
  if (articles == 0 && pages == 0) return {};
  const std::size_t fewest = articles == 0 || pages == 0 ? std::max(articles, pages)
                                                         : std::min(articles, pages);
  const Time begun = clock_.now();
  TRY_ASSIGN(const auto sources,
             store_.retention().sources_with_more_than(fewest, counted_since_));
  counting_since_ = begun - 2 * options_.every;
  for (const model::SourceId source : sources) {
    if (articles > 0) {
      chores_.push_back([this, source, articles] {
        return counted(store_.retention().forget_articles(
                           store::BeyondNewest{source, articles}, options_.at_once),
                       let_go_.articles);
      });
    }
    if (pages > 0) {
      chores_.push_back([this, source, pages] {
        return counted(store_.retention().drop_pages(store::BeyondNewest{source, pages},
                                                     options_.at_once),
                       let_go_.pages);
      });
    }
  }
  return {};
}

}  // namespace curlew::control
