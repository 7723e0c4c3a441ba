#include "extract/article/block_features.h"

#include <algorithm>
#include <cmath>

#include "base/fingerprint.h"
#include "extract/article/word_cutter.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using dom::Tag;
using F = BlockFeature;

float share(double part, double whole) { return whole > 0 ? float(part / whole) : 0; }

// Kinds of elements in an order that lets one threshold part running text from the
// rest.
int kind_of(Tag tag) {
  switch (tag) {
    case Tag::kP:
      return 0;
    case Tag::kPre:
      return 1;
    case Tag::kBlockquote:
      return 2;
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      return 3;
    case Tag::kLi:
      return 4;
    case Tag::kDd:
    case Tag::kDt:
      return 5;
    case Tag::kTd:
    case Tag::kTh:
      return 6;
    case Tag::kFigcaption:
    case Tag::kCaption:
      return 7;
    case Tag::kSection:
    case Tag::kArticle:
    case Tag::kMain:
      return 8;
    case Tag::kDiv:
      return 9;
    case Tag::kSummary:
    case Tag::kDetails:
      return 10;
    case Tag::kButton:
      return 11;
    case Tag::kHeader:
    case Tag::kFooter:
    case Tag::kAside:
    case Tag::kNav:
      return 12;
    default:
      return 13;
  }
}

int heading_level(Tag tag) {
  return tag >= Tag::kH1 && tag <= Tag::kH6 ? int(tag) - int(Tag::kH1) + 1 : 0;
}

// Inline elements that say something about a whole block.
int inline_kind(Tag tag) {
  switch (tag) {
    case Tag::kA:
      return 1;
    case Tag::kSpan:
      return 2;
    case Tag::kTime:
      return 3;
    case Tag::kLabel:
      return 4;
    case Tag::kStrong:
    case Tag::kB:
      return 5;
    case Tag::kEm:
    case Tag::kI:
    case Tag::kSmall:
      return 6;
    default:
      return 0;
  }
}

class Describer {
 public:
  Describer(const dom::Document& page, const PageBlocks& blocks, const Outline& outline,
            std::vector<BlockFeatures>& out)
      : page_(page), blocks_(blocks), outline_(outline), out_(out) {}

  void run(std::string_view title) {
    out_.assign(blocks_.blocks.size(), {});
    find_repeats();
    for_each_word(title, [&](std::string_view word) {
      title_words_.push_back(hash_of_word(word));
    });
    std::ranges::sort(title_words_);
    for (at_ = 0; at_ < out_.size(); ++at_) {
      describe_text();
      describe_tag();
      describe_landmarks();
      describe_surroundings();
      describe_neighbours();
    }
    describe_places();
    describe_page();
  }

 private:
  const Block& block(std::size_t index) const { return blocks_.blocks[index]; }
  const TextFacts& facts(std::size_t index) const { return outline_.texts[index]; }
  const ElementFacts& element(NodeId id) const { return outline_.elements[id]; }
  Tag tag_of(std::size_t index) const { return page_.node(block(index).holder).tag(); }
  void set(F feature, double value) { out_[at_][std::size_t(feature)] = float(value); }
  double get(F feature) const { return out_[at_][std::size_t(feature)]; }

  void find_repeats() {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> texts;
    texts.reserve(out_.size());
    for (std::uint32_t i = 0; i < out_.size(); ++i)
      texts.emplace_back(short_fingerprint_of(blocks_.text_of(block(i))), i);
    std::ranges::sort(texts);
    repeats_.assign(out_.size(), 1);
    for (std::size_t begin = 0, end; begin < texts.size(); begin = end) {
      end = begin;
      while (end < texts.size() && texts[end].first == texts[begin].first) ++end;
      for (std::size_t i = begin; i < end; ++i)
        repeats_[texts[i].second] = std::uint32_t(end - begin);
    }
  }

  void describe_text() {
    const Block& own = block(at_);
    const TextFacts& text = facts(at_);
    const double letters = std::max(text.letters, 1u);
    const double words = std::max(text.words, 1u);
    set(F::text_words, text.words);
    set(F::text_bytes, own.size());
    set(F::text_link_share, share(own.link_bytes, own.size()));
    set(F::text_links, own.links);
    set(F::text_bold_share, share(own.bold_bytes, own.size()));
    set(F::text_digit_share, text.digits / letters);
    set(F::text_capital_share, text.capitals / letters);
    set(F::text_capitalised_share, text.capitalised_words / words);
    set(F::text_short_word_share, text.short_words / words);
    set(F::text_word_length, text.letters / words);
    set(F::text_sentence_ends, text.sentence_ends);
    set(F::text_commas, text.commas);
    set(F::text_separators, text.separators);
    set(F::text_quotes, text.quotes);
    set(F::text_years, text.years);
    set(F::text_clock_times, text.clock_times);
    set(F::text_currencies, text.currencies);
    set(F::text_at, text.has_at);
    set(F::text_copyright, text.has_copyright);
    set(F::text_address, text.has_address);
    set(F::text_first, text.first);
    set(F::text_last, text.last);
    set(F::text_repeated, repeats_[at_]);
    set(F::text_in_title, share_in_title());
  }

  double share_in_title() const {
    if (facts(at_).words > 30 || title_words_.empty()) return 0;
    double words = 0;
    double found = 0;
    for_each_word(blocks_.text_of(block(at_)), [&](std::string_view word) {
      words += 1;
      found += std::ranges::binary_search(title_words_, hash_of_word(word));
    });
    return words > 0 ? found / words * std::min(1.0, words / 3) : 0;
  }

  void describe_tag() {
    const Node holder = page_.node(block(at_).holder);
    set(F::tag_kind, kind_of(holder.tag()));
    set(F::tag_heading, heading_level(holder.tag()));
    set(F::tag_gap, int(block(at_).gap));
    set(F::tag_depth, holder.depth());
    const Node element = page_.node(block(at_).element);
    set(F::tag_inline, element == holder ? 0 : inline_kind(element.tag()));
  }

  void describe_landmarks() {
    const Node node = page_.node(block(at_).element);
    const auto& marks = element(node.id()).landmark;
    int innermost = -1;
    for (std::size_t mark = 0; mark < kLandmarkCount; ++mark) {
      const int distance = marks[mark] == 0 ? -1 : node.depth() + 1 - marks[mark];
      out_[at_][std::size_t(F::mark_navigation) + mark] = float(distance);
      const bool is_main_kind = mark < std::size_t(Landmark::kFigure);
      if (!is_main_kind || marks[mark] == 0) continue;
      if (innermost < 0 || marks[mark] > marks[std::size_t(innermost)])
        innermost = int(mark);
    }
    set(F::mark_innermost, innermost);
    set(F::mark_article_prose, prose_of_landmark(node, Landmark::kArticle));
  }

  // The share of the page's prose that is in the same article as this.
  double prose_of_landmark(Node node, Landmark landmark) const {
    const int depth = element(node.id()).landmark[std::size_t(landmark)] - 1;
    if (depth < 0) return -1;
    while (node.depth() > depth) node = node.parent();
    return share(element(node.id()).prose_bytes, outline_.prose_bytes);
  }

  void describe_surroundings() {
    static constexpr F kFirst[] = {F::around_0_links, F::around_1_links,
                                   F::around_2_links, F::around_3_links};
    Node node = page_.node(block(at_).holder);
    double most_alike = 0;
    int half_level = -1;
    int tenth_level = -1;
    NodeId below_half = node.id();
    for (int level = 0; node; ++level) {
      const ElementFacts& around = element(node.id());
      most_alike = std::max(most_alike, double(around.alike_siblings));
      if (level < 4) describe_around(std::size_t(kFirst[level]), level, around);
      if (level == 5) {
        set(F::around_5_links, share(around.link_bytes, around.bytes));
        set(F::around_5_share, share(around.bytes, blocks_.text.size()));
        set(F::around_5_alike, around.alike_siblings);
      }
      const double prose = share(around.prose_bytes, outline_.prose_bytes);
      if (tenth_level < 0 && prose >= 0.1) tenth_level = level;
      if (prose >= 0.5) {
        half_level = level;
        break;
      }
      below_half = node.id();
      node = node.parent();
    }
    set(F::around_most_alike, most_alike);
    set(F::around_half_level, half_level);
    set(F::around_tenth_level, tenth_level);
    const ElementFacts& child = element(below_half);
    set(F::around_half_child_share, share(child.bytes, blocks_.text.size()));
    set(F::around_half_child_links, share(child.link_bytes, child.bytes));
  }

  void describe_around(std::size_t first, int level, const ElementFacts& around) {
    BlockFeatures& row = out_[at_];
    row[first] = share(around.link_bytes, around.bytes);
    row[first + 1] = float(around.blocks);
    row[first + 2] = share(around.bytes, blocks_.text.size());
    row[first + 3] = float(around.alike_siblings);
    if (level > 0) row[first + 4] = share(around.prose_bytes, around.bytes);
  }

  void describe_neighbours() {
    describe_neighbour(-1, F::before_1_words, F::before_1_links);
    describe_neighbour(-2, F::before_2_words, F::before_2_links);
    describe_neighbour(+1, F::after_1_words, F::after_1_links);
    describe_neighbour(+2, F::after_2_words, F::after_2_links);
    const bool has_before = at_ > 0;
    const bool has_after = at_ + 1 < out_.size();
    set(F::before_1_tag, has_before ? kind_of(tag_of(at_ - 1)) : -1);
    set(F::after_1_tag, has_after ? kind_of(tag_of(at_ + 1)) : -1);
    set(F::before_1_same, has_before ? likeness(at_ - 1) : -1);
    set(F::after_1_same, has_after ? likeness(at_ + 1) : -1);
    set(F::before_1_last, has_before ? facts(at_ - 1).last : -1);
    set(F::after_1_first, has_after ? facts(at_ + 1).first : -1);
    describe_window();
  }

  void describe_neighbour(int step, F words, F links) {
    const auto index = std::ptrdiff_t(at_) + step;
    if (index < 0 || index >= std::ptrdiff_t(out_.size())) {
      set(words, -1);
      set(links, -1);
      return;
    }
    const Block& other = block(std::size_t(index));
    set(words, facts(std::size_t(index)).words);
    set(links, share(other.link_bytes, other.size()));
  }

  // 0 other holders, 1 the same parent, 2 and the same name, 3 the same holder.
  int likeness(std::size_t other) const {
    const Node own = page_.node(block(at_).holder);
    const Node its = page_.node(block(other).holder);
    if (own == its) return 3;
    if (own.parent() != its.parent()) return 0;
    return own.tag() == its.tag() ? 2 : 1;
  }

  void describe_window() {
    constexpr std::size_t kReach = 5;
    const std::size_t begin = at_ > kReach ? at_ - kReach : 0;
    const std::size_t end = std::min(out_.size(), at_ + kReach + 1);
    double words = 0;
    double bytes = 0;
    double links = 0;
    for (std::size_t i = begin; i < end; ++i) {
      words += facts(i).words;
      bytes += block(i).size();
      links += block(i).link_bytes;
    }
    set(F::near_words, words / double(end - begin));
    set(F::near_links, share(links, bytes));
  }

  void describe_places() {
    const std::size_t title = find_title_block();
    double prose = 0;
    std::ptrdiff_t last_prose = -1;
    std::ptrdiff_t last_heading = -1;
    std::ptrdiff_t last_links = -1;
    for (at_ = 0; at_ < out_.size(); ++at_) {
      const auto index = std::ptrdiff_t(at_);
      set(F::place_index, double(index));
      set(F::place_from_end, double(out_.size()) - double(index));
      set(F::place_share, share(block(at_).begin, blocks_.text.size()));
      set(F::place_from_title,
          title == out_.size() ? -1000 : double(index) - double(title));
      set(F::place_from_prose, last_prose < 0 ? 1000 : double(index - last_prose));
      set(F::place_from_link_run, last_links < 0 ? 1000 : double(index - last_links));
      describe_centre();
      describe_section(last_heading);
      const bool is_paragraph = is_prose(block(at_), facts(at_));
      set(F::place_prose_before, share(prose, outline_.prose_bytes));
      if (is_paragraph) {
        prose += block(at_).size();
        last_prose = index;
      }
      set(F::place_prose_after,
          share(outline_.prose_bytes - prose, outline_.prose_bytes));
      if (heading_level(tag_of(at_)) > 0) last_heading = index;
      if (get(F::near_links) > 0.7) last_links = index;
    }
    look_ahead();
  }

  // The heading most like the title; the first <h1> where none is.
  std::size_t find_title_block() {
    std::size_t best = out_.size();
    double best_score = 0.6;
    for (at_ = 0; at_ < out_.size(); ++at_) {
      const double score =
          get(F::text_in_title) * std::min<double>(facts(at_).words, 8) / 8 +
          (tag_of(at_) == Tag::kH1 ? 0.7 : 0) +
          (heading_level(tag_of(at_)) > 1 ? 0.2 : 0);
      if (score > best_score) {
        best_score = score;
        best = at_;
      }
    }
    return best;
  }

  void describe_centre() {
    const Node centre = page_.node(outline_.centre);
    const Node node = page_.node(block(at_).element);
    set(F::place_centre_side, node.id() < centre.id()    ? -1
                              : node.id() < centre.end() ? 0
                                                         : 1);
    Node common = centre;
    int level = 0;
    for (; common && !node.is_inside(common); ++level) common = common.parent();
    set(F::place_centre_level, level);
  }

  void describe_section(std::ptrdiff_t heading) {
    if (heading < 0) {
      set(F::place_from_heading, 1000);
      set(F::place_heading_level, 0);
      set(F::place_heading_inside, -1);
      return;
    }
    const Node holder = page_.node(block(std::size_t(heading)).holder);
    set(F::place_from_heading, double(at_) - double(heading));
    set(F::place_heading_level, heading_level(holder.tag()));
    set(F::place_heading_inside,
        page_.node(block(at_).element).is_inside(holder.parent()));
  }

  // What comes after a block, found from the end.
  void look_ahead() {
    std::ptrdiff_t next_prose = -1;
    double section = 0;  // Prose until the next heading.
    for (at_ = out_.size(); at_-- > 0;) {
      set(F::place_to_prose,
          next_prose < 0 ? 1000 : double(next_prose - std::ptrdiff_t(at_)));
      if (heading_level(tag_of(at_)) > 0) {
        set(F::place_section_prose, section);
        section = 0;
        continue;
      }
      if (is_prose(block(at_), facts(at_))) {
        next_prose = std::ptrdiff_t(at_);
        section += block(at_).size();
      }
      set(F::place_section_prose, section);
    }
  }

  void describe_page() {
    double links = 0;
    double paragraphs = 0;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      links += block(i).link_bytes;
      paragraphs += is_prose(block(i), facts(i));
    }
    const double bytes = double(blocks_.text.size());
    for (at_ = 0; at_ < out_.size(); ++at_) {
      set(F::page_blocks, double(out_.size()));
      set(F::page_prose, outline_.prose_bytes);
      set(F::page_links, share(links, bytes));
      set(F::page_articles, outline_.articles);
      set(F::page_prose_share, share(outline_.prose_bytes, bytes));
      set(F::page_centre_share,
          share(element(outline_.centre).prose_bytes, outline_.prose_bytes));
      set(F::page_prose_blocks, paragraphs);
      set(F::page_prose_mean, share(outline_.prose_bytes, paragraphs));
    }
  }

  const dom::Document& page_;
  const PageBlocks& blocks_;
  const Outline& outline_;
  std::vector<BlockFeatures>& out_;
  std::vector<std::uint32_t> repeats_;      // By block.
  std::vector<std::uint32_t> title_words_;  // Hashes, sorted.
  std::size_t at_ = 0;                      // The block being described.
};

}  // namespace

void describe_blocks(const dom::Document& page, const PageBlocks& blocks,
                     const Outline& outline, std::string_view title,
                     std::vector<BlockFeatures>& out) {
  Describer(page, blocks, outline, out).run(title);
}

}  // namespace curlew::extract
