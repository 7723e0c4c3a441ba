#include "extract/article/context.h"

#include <algorithm>

#include "base/fingerprint.h"
#include "extract/article/make.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using dom::Tag;

struct Mass {
  float good = 0;
  float all = 0;
  float mean() const { return all > 0 ? good / all : 0; }
  void add(float guess, float weight) {
    good += guess * weight;
    all += weight;
  }
};

bool is_heading(Tag tag) { return tag >= Tag::kH1 && tag <= Tag::kH6; }

class ContextMaker {
 public:
  ContextMaker(const dom::Document& page, const PageBlocks& blocks,
               const Outline& outline, std::span<const float> guesses,
               std::vector<ContextFeatures>& out)
      : page_(page), blocks_(blocks), outline_(outline), guesses_(guesses), out_(out) {}

  void run() {
    out_.assign(guesses_.size(), {});
    add_up();
    for (std::size_t i = 0; i < out_.size(); ++i) {
      describe_neighbours(i);
      describe_elements(i);
      describe_shares(i);
    }
    describe_alike();
    describe_sections();
  }

 private:
  float weight(std::size_t index) const {
    return float(outline_.texts[index].words) + 1;
  }

  // Sums along the page, and of every element with all below it.
  void add_up() {
    below_.assign(page_.size(), {});
    along_.assign(1, {});
    for (std::size_t i = 0; i < guesses_.size(); ++i) {
      below_[blocks_.blocks[i].holder].add(guesses_[i], weight(i));
      along_.push_back(along_.back());
      along_.back().add(guesses_[i], weight(i));
    }
    for (NodeId id = page_.size() - 1; id > 0; --id) {
      if (below_[id].all == 0) continue;
      Mass& parent = below_[page_.node(id).parent().id()];
      parent.good += below_[id].good;
      parent.all += below_[id].all;
    }
  }

  float guess_at(std::ptrdiff_t index) const {
    const bool is_there = index >= 0 && index < std::ptrdiff_t(guesses_.size());
    return is_there ? guesses_[std::size_t(index)] : -1;
  }

  void describe_neighbours(std::size_t i) {
    const auto at = std::ptrdiff_t(i);
    ContextFeatures& row = out_[i];
    row[0] = guesses_[i];
    row[1] = guess_at(at - 1);
    row[2] = guess_at(at - 2);
    row[3] = guess_at(at + 1);
    row[4] = guess_at(at + 2);
    constexpr std::size_t kReach = 5;
    const Mass& begin = along_[i > kReach ? i - kReach : 0];
    const Mass& end = along_[std::min(guesses_.size(), i + kReach + 1)];
    row[5] = Mass{end.good - begin.good, end.all - begin.all}.mean();
    row[16] = std::max({row[1], row[2], row[3], row[4]});
  }

  void describe_elements(std::size_t i) {
    Node node = page_.node(blocks_.blocks[i].holder);
    for (std::size_t level = 0; level < 4; ++level) {
      out_[i][6 + level] = below_[node.id()].mean();
      if (const Node parent = node.parent()) node = parent;
    }
  }

  void describe_shares(std::size_t i) {
    const Mass& page = along_.back();
    const float good = std::max(page.good, 1e-6f);
    out_[i][11] = along_[i].good / good;
    out_[i][12] = (page.good - along_[i + 1].good) / good;
    out_[i][13] = page.mean();
    out_[i][15] = page.good;
  }

  void describe_alike() {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> makes;
    makes.reserve(out_.size());
    for (std::uint32_t i = 0; i < out_.size(); ++i)
      makes.emplace_back(make_of(page_.node(blocks_.blocks[i].element)), i);
    std::ranges::sort(makes);
    for (std::size_t begin = 0, end; begin < makes.size(); begin = end) {
      Mass mass;
      for (end = begin; end < makes.size() && makes[end].first == makes[begin].first;
           ++end)
        mass.add(guesses_[makes[end].second], weight(makes[end].second));
      for (std::size_t i = begin; i < end; ++i) out_[makes[i].second][10] = mass.mean();
    }
  }

  // Of what follows, up to the next heading; of a heading what follows it.
  void describe_sections() {
    Mass section;
    for (std::size_t i = out_.size(); i-- > 0;) {
      if (is_heading(page_.node(blocks_.blocks[i].holder).tag())) {
        out_[i][14] = section.all > 0 ? section.mean() : -1;
        section = {};
      } else {
        section.add(guesses_[i], weight(i));
        out_[i][14] = section.mean();
      }
    }
  }

  const dom::Document& page_;
  const PageBlocks& blocks_;
  const Outline& outline_;
  std::span<const float> guesses_;
  std::vector<ContextFeatures>& out_;
  std::vector<Mass> below_;  // By NodeId.
  std::vector<Mass> along_;  // Before each block, and at the end.
};

}  // namespace

void describe_context(const dom::Document& page, const PageBlocks& blocks,
                      const Outline& outline, std::span<const float> guesses,
                      std::vector<ContextFeatures>& out) {
  ContextMaker(page, blocks, outline, guesses, out).run();
}

}  // namespace curlew::extract
