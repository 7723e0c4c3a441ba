#include <algorithm>
#include <numeric>

#include "extract/article/block_features.h"
#include "extract/article/holder.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using F = BlockFeature;

struct Mass {
  float good = 0;
  float all = 0;
  float mean() const { return all > 0 ? good / all : 0; }
  void add(float guess, float weight) {
    good += guess * weight;
    all += weight;
  }
};

class GuessDescriber {
 public:
  GuessDescriber(const BlockSight& sight, std::span<const float> guesses,
                 FeatureRows& rows)
      : sight_(sight), guesses_(guesses), rows_(rows) {}

  void run() {
    add_up();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      describe_neighbours(i);
      describe_elements(i);
      describe_shares(i);
    }
    describe_alike();
    describe_sections();
    describe_distances();
    describe_twins();
    describe_outside();
  }

 private:
  float weight(std::size_t index) const { return float(sight_.facts(index).words) + 1; }

  // Sums along the page, and of every element with all below it.
  void add_up() {
    below_.assign(sight_.page.size(), {});
    along_.assign(1, {});
    for (std::size_t i = 0; i < guesses_.size(); ++i) {
      below_[sight_.block(i).holder].add(guesses_[i], weight(i));
      along_.push_back(along_.back());
      along_.back().add(guesses_[i], weight(i));
    }
    for (NodeId id = sight_.page.size() - 1; id > 0; --id) {
      if (below_[id].all == 0) continue;
      Mass& parent = below_[sight_.page.node(id).parent().id()];
      parent.good += below_[id].good;
      parent.all += below_[id].all;
    }
  }

  float guess_at(std::ptrdiff_t index) const {
    const bool is_there = index >= 0 && index < std::ptrdiff_t(guesses_.size());
    return is_there ? guesses_[std::size_t(index)] : -1;
  }

  void describe_neighbours(std::size_t i) {
    const auto index = std::ptrdiff_t(i);
    const float before[] = {guess_at(index - 1), guess_at(index - 2)};
    const float after[] = {guess_at(index + 1), guess_at(index + 2)};
    FeatureRow& row = rows_[i];
    at(row, F::guess_own) = guesses_[i];
    at(row, F::guess_before_1) = before[0];
    at(row, F::guess_before_2) = before[1];
    at(row, F::guess_after_1) = after[0];
    at(row, F::guess_after_2) = after[1];
    at(row, F::guess_best_near) = std::max({before[0], before[1], after[0], after[1]});
    constexpr std::size_t kReach = 5;
    const Mass& begin = along_[i > kReach ? i - kReach : 0];
    const Mass& end = along_[std::min(guesses_.size(), i + kReach + 1)];
    at(row, F::guess_near) = Mass{end.good - begin.good, end.all - begin.all}.mean();
  }

  void describe_elements(std::size_t i) {
    Node node = sight_.holder(i);
    const float page = std::max(along_.back().good, 1e-6F);
    for (std::size_t level = 0; level < 4; ++level) {
      const Mass& mass = below_[node.id()];
      rows_[i][std::size_t(F::guess_around_0) + level] = mass.mean();
      if (level > 0)
        rows_[i][std::size_t(F::guess_mass_1) + level - 1] = mass.good / page;
      if (const Node parent = node.parent()) node = parent;
    }
  }

  void describe_shares(std::size_t i) {
    const Mass& page = along_.back();
    const float good = std::max(page.good, 1e-6F);
    at(rows_[i], F::guess_share_before) = along_[i].good / good;
    at(rows_[i], F::guess_share_after) = (page.good - along_[i + 1].good) / good;
    at(rows_[i], F::guess_page) = page.mean();
    at(rows_[i], F::guess_page_words) = page.good;
  }

  void describe_alike() {
    std::vector<Mass> masses(sight_.outline.kinds_of_make);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      masses[sight_.outline.alike[i]].add(guesses_[i], weight(i));
    for (std::size_t i = 0; i < rows_.size(); ++i)
      at(rows_[i], F::guess_alike) = masses[sight_.outline.alike[i]].mean();
  }

  // Of what follows, up to the next heading; of a heading what follows it.
  void describe_sections() {
    Mass section;
    for (std::size_t i = rows_.size(); i-- > 0;) {
      float& feature = at(rows_[i], F::guess_section);
      if (heading_level(sight_.tag(i)) > 0) {
        feature = section.all > 0 ? section.mean() : -1;
        section = {};
      } else {
        section.add(guesses_[i], weight(i));
        feature = section.mean();
      }
    }
  }

  // To the nearest blocks that are likely.
  void describe_distances() {
    constexpr float kLikely = 0.6F;
    constexpr float kFarAway = 1000;
    float distance = kFarAway;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      at(rows_[i], F::guess_from_good) = distance;
      distance = guesses_[i] >= kLikely ? 1 : std::min(distance + 1, kFarAway);
    }
    distance = kFarAway;
    for (std::size_t i = rows_.size(); i-- > 0;) {
      at(rows_[i], F::guess_to_good) = distance;
      distance = guesses_[i] >= kLikely ? 1 : std::min(distance + 1, kFarAway);
    }
  }

  // Where a text stands again: what was guessed when it stood there first.
  void describe_twins() {
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      const std::uint32_t twin = sight_.outline.twins[i];
      at(rows_[i], F::guess_twin) = twin < i ? guesses_[twin] : -1;
    }
  }

  // How far up from the smallest element that has nearly all that is sure one must go
  // to meet a block: 0 inside it; -1 where hardly anything is sure.
  void describe_outside() {
    constexpr float kSure = 0.7F;
    constexpr float kLeastWords = 50;
    std::vector<float> sure(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (guesses_[i] >= kSure) sure[i] = weight(i);
    const bool is_sure = std::reduce(sure.begin(), sure.end()) >= kLeastWords;
    const Node smallest = sight_.page.node(smallest_holder(sight_, sure));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Node holder = sight_.holder(i);
      float levels = 0;
      for (Node node = smallest; !holder.is_inside(node); node = node.parent())
        levels += 1;
      at(rows_[i], F::guess_outside) = is_sure ? levels : -1;
    }
  }

  const BlockSight& sight_;
  std::span<const float> guesses_;
  FeatureRows& rows_;
  std::vector<Mass> below_;  // By NodeId.
  std::vector<Mass> along_;  // Before each block, and at the end.
};

}  // namespace

void describe_guesses(const BlockSight& sight, std::span<const float> guesses,
                      FeatureRows& rows) {
  GuessDescriber(sight, guesses, rows).run();
}

}  // namespace curlew::extract
