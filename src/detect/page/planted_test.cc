// Clocks, counters and rotating advertisements planted into pages, with and without
// names that give them away: after five visits they are seen through, and real edits
// are not.

#include <gtest/gtest.h>

#include "base/random.h"
#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

constexpr auto kWords = std::to_array<std::string_view>(
    {"harbour", "ferry",    "ticket", "deck",   "captain", "pier",
     "morning", "crossing", "island", "winter", "bread",   "coffee",
     "bicycle", "window",   "letter", "market", "evening", "bridge",
     "garden",  "school",   "doctor", "summer", "paper",   "music"});

class Planter {
 public:
  explicit Planter(std::uint64_t seed) : random_(seed) {
    const std::size_t paragraphs = 8 + random_.below(12);
    for (std::size_t i = 0; i < paragraphs; ++i)
      paragraphs_.push_back(sentence(12 + random_.below(20)));
    for (std::size_t i = 0; i < 3 + random_.below(6); ++i) {
      std::string made = fmt::format("<p>{}</p>", sentence(4 + random_.below(8)));
      if (random_.below(2)) made = fmt::format("<h4>{}</h4>", sentence(3)) + made;
      advertisements_.push_back(made);
    }
    for (std::size_t& place : places_) place = random_.below(paragraphs);
    has_names_ = random_.below(2) == 0;
    counter_ = random_.below(100'000);
  }

  // The next visit: all noise is another one.
  std::string visit() {
    counter_ += 1 + random_.below(40);
    shown_ = (shown_ + 1 + random_.below(advertisements_.size() - 1)) %
             advertisements_.size();
    const std::array<std::string, 3> noise = {
        fmt::format("<div{}>It is {:02}:{:02} now</div>", name("clock"),
                    random_.below(24), random_.below(60)),
        fmt::format("<p{}>{} readers so far</p>", name("visitors"), counter_),
        fmt::format("<div{}>{}</div>", name("ad-box"), advertisements_[shown_])};
    std::string html = "<nav><a href=/>Home</a></nav><main><h1>The page</h1>";
    for (std::size_t i = 0; i < paragraphs_.size(); ++i) {
      for (std::size_t k = 0; k < noise.size(); ++k)
        if (places_[k] == i) html += noise[k];
      html += fmt::format("<p>{}</p>", paragraphs_[i]);
    }
    return html + "</main><footer>Harbour Company</footer>";
  }

  // A paragraph is rewritten, removed or added.
  void edit() {
    const std::size_t at = random_.below(paragraphs_.size());
    switch (random_.below(4)) {
      case 0:
        paragraphs_.erase(paragraphs_.begin() + std::ptrdiff_t(at));
        // What was planted behind it stays where it is.
        for (std::size_t& place : places_)
          place -= place > at || place == paragraphs_.size();
        return;
      case 1:
        paragraphs_.insert(paragraphs_.begin() + std::ptrdiff_t(at), sentence(15));
        for (std::size_t& place : places_) place += place >= at;
        return;
      case 2:
        paragraphs_[at] = sentence(20);
        return;
      default:
        paragraphs_[at].insert(paragraphs_[at].find(' '), " never");
    }
  }

 private:
  std::string sentence(std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i)
      text.append(i ? " " : "").append(kWords[random_.below(kWords.size())]);
    return text;
  }
  std::string name(std::string_view name) const {
    return has_names_ ? fmt::format(" class='{}'", name) : std::string();
  }

  Random random_;
  std::vector<std::string> paragraphs_;
  std::vector<std::string> advertisements_;
  std::array<std::size_t, 3> places_{};
  std::uint64_t counter_ = 0;
  std::size_t shown_ = 0;
  bool has_names_ = false;
};

// What a visit is compared with.
enum class Base { kVisitBefore, kLastChange };

class PlantedNoise : public testing::TestWithParam<Base> {};

TEST_P(PlantedNoise, IsSeenThroughAfterFiveVisitsAndEditsAreNot) {
  constexpr int kPages = 400;
  int alarms = 0;
  int quiet_visits = 0;
  int caught = 0;
  for (std::uint64_t seed = 1; seed <= kPages; ++seed) {
    Planter planter(seed);
    PageNotes notes;
    auto last = std::make_unique<ReadPage>(planter.visit());
    const auto visit = [&] {
      auto now = std::make_unique<ReadPage>(planter.visit());
      Detection found = detect_change(last->version(), now->version(), notes);
      if (GetParam() == Base::kVisitBefore || found.change.changed)
        last = std::move(now);
      notes = std::move(found.notes);
      return found.change.changed;
    };
    for (int i = 1; i < 5; ++i) visit();
    for (int i = 0; i < 3; ++i, ++quiet_visits) alarms += visit();
    planter.edit();
    caught += visit();
  }
  EXPECT_LE(alarms, quiet_visits * 2 / 100);
  EXPECT_GE(caught, kPages * 99 / 100);
  RecordProperty("alarms", alarms);
  RecordProperty("caught", caught);
}

INSTANTIATE_TEST_SUITE_P(All, PlantedNoise,
                         testing::Values(Base::kVisitBefore, Base::kLastChange));

}  // namespace
}  // namespace curlew::detect
