#include "detect/page/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/utf8.h"
#include "detect/diff/words.h"
#include "detect/page/day_of_visit.h"
#include "detect/page/error_page.h"
#include "detect/page/parts.h"
#include "detect/page/summary.h"

namespace curlew::detect {
namespace {

// Parts that are looked at one by one; a page with more is a new one, and the others
// are counted whole.
constexpr std::size_t kMaxJudged = 512;

bool is_same_text(const PageBlocks& old, const PageBlocks& now) {
  return std::ranges::equal(old.blocks, now.blocks, {}, &Block::hash, &Block::hash);
}

// "12:04:33". Without seconds it may be when a ferry leaves, which is news.
bool has_clock(std::string_view text) {
  for (std::size_t i = 0; i + 8 <= text.size(); ++i)
    if (text[i + 2] == ':' && text[i + 5] == ':' && is_ascii_digit(text[i + 1]) &&
        is_ascii_digit(text[i + 3]) && is_ascii_digit(text[i + 6]))
      return true;
  return false;
}

bool is_clock(const Part& part) {
  return part.is_figures && has_clock(part.before) && has_clock(part.after);
}

// Addresses that only one version has, as multisets.
LinkCounts compare_links(const PageBlocks& old, const PageBlocks& now) {
  std::unordered_map<std::uint64_t, int> counts;
  for (const LinkMark& link : old.links) --counts[link.address];
  for (const LinkMark& link : now.links) ++counts[link.address];
  LinkCounts result;
  for (const auto& [address, count] : counts) {
    if (count > 0) result.added += std::size_t(count);
    if (count < 0) result.removed += std::size_t(-count);
  }
  return result;
}

std::size_t changed_bytes(const Part& part) {
  switch (part.fate) {
    case BlockFate::kRewritten: {
      std::size_t bytes = 0;
      for (const WordRun& run : compare_words(part.before, part.after))
        if (run.fate != WordFate::kSame) bytes += run.text.size();
      return bytes;
    }
    case BlockFate::kAdded:
      return part.after.size();
    case BlockFate::kRemoved:
      return part.before.size();
    case BlockFate::kMoved:
    case BlockFate::kSame:
      break;
  }
  return part.after.size();
}

bool is_equal_but_random_words(const Part& part) {
  const auto only_digits_masked = [](std::string text) {
    std::erase_if(text, is_ascii_digit);
    return text;
  };
  return only_digits_masked(part.before) != only_digits_masked(part.after);
}

// Digits outside of the main text, and random words anywhere, tell nothing.
bool is_token(const Part& part) {
  if (!part.is_figures) return false;
  return !part.is_main || is_equal_but_random_words(part);
}

bool is_day_of_visit(const Part& part, const PageVersion& old, const PageVersion& now) {
  return part.fate == BlockFate::kRewritten && old.fetched && now.fetched &&
         tells_visits(part.before, *old.fetched, part.after, *now.fetched);
}

std::vector<Part> judged_parts(PageVersion old, PageVersion now,
                               const std::vector<BlockPair>& pairs,
                               const PageNotes& notes, const Rules& rules) {
  std::vector<Part> parts = make_parts(old, now, pairs, kMaxJudged);
  const bool is_watched = !rules.options().watch.empty();
  for (Part& part : parts) {
    if (part.noise == Noise::kNone) part.noise = notes.judge(part, is_watched);
    if (part.noise == Noise::kNone &&
        (is_clock(part) || is_token(part) || is_day_of_visit(part, old, now)))
      part.noise = Noise::kFigures;
  }
  return parts;
}

class Detector {
 public:
  Detector(PageVersion old, PageVersion now, const PageNotes& notes, const Rules& rules)
      : old_(old), now_(now), rules_(rules), notes_(notes) {}

  Detection run() {
    const bool is_error = is_blank() || is_error_page(now_.blocks, old_.blocks);
    notes_.count_error(is_error);
    if (is_error) {
      judge_error_page();
      return finish();
    }
    if (old_.blocks.structure != now_.blocks.structure)
      change_.kinds.add(Kind::kStructure);
    if (is_same_text(old_.blocks, now_.blocks)) {
      compare_presentation();
      notes_.learn({});
    } else {
      compare_text();
    }
    compare_links_of_main_text();
    tell();
    judge_return();
    return finish();
  }

 private:
  // An answer without a word, in place of a page: its server is in trouble. Of a part
  // that is watched it says that the part is gone.
  bool is_blank() const {
    return rules_.options().watch.empty() && now_.blocks.text.empty() &&
           now_.blocks.title.empty() && !old_.blocks.text.empty();
  }

  Detection finish() { return {std::move(change_), std::move(notes_)}; }

  void judge_error_page() {
    change_.kinds.add(Kind::kErrorPage);
    change_.score = 1;
    change_.has_noise = true;
    change_.summary =
        is_blank() ? "the page became empty" : "the page became an error page";
    if (!now_.blocks.title.empty())
      change_.summary +=
          fmt::format(": {}", plain_text(utf8_prefix(now_.blocks.title, 80)));
    change_.changed = notes_.error_run() == errors_until_told(rules_);
  }

  // What looks like an error page was all that there was: whatever came is news.
  void judge_return() {
    if (!is_error_page(old_.blocks, now_.blocks)) return;
    change_.kinds.add(Kind::kErrorPage);
    change_.changed = true;
  }

  void compare_presentation() {
    if (change_.kinds.has(Kind::kStructure)) return;
    if (old_.blocks.styles != now_.blocks.styles)
      change_.kinds.add(Kind::kPresentation);
  }

  void compare_text() {
    const std::vector<BlockPair> pairs = compare_blocks(old_.blocks, now_.blocks);
    std::vector<Part> parts = judged_parts(old_, now_, pairs, notes_, rules_);
    for (const Part& part : parts) {
      if (part.noise != Noise::kNone)
        change_.has_noise = true;
      else
        add_kinds(part);
    }
    notes_.learn(parts);
    change_.parts = std::move(parts);
    count_beyond(pairs);
  }

  void count_beyond(const std::vector<BlockPair>& pairs) {
    std::size_t differing = 0;
    for (const BlockPair& pair : pairs)
      if (pair.fate != BlockFate::kSame && ++differing > kMaxJudged) add_beyond(pair);
  }

  void add_beyond(const BlockPair& pair) {
    const bool has_now = pair.now != kNoBlock;
    const Block& block =
        has_now ? now_.blocks.blocks[pair.now] : old_.blocks.blocks[pair.old];
    if (block.role == Role::kNoise) return;
    const bool is_main = block.role == Role::kMain;
    ++beyond_;
    add_changed(block.size, is_main);
    if (pair.fate == BlockFate::kRewritten)
      add_changed(old_.blocks.blocks[pair.old].size, is_main);
    change_.kinds.add(Kind::kText);
    if (is_main) change_.kinds.add(Kind::kMainText);
  }

  void add_changed(std::size_t bytes, bool is_main) {
    told_ += bytes;
    weighed_ += double(bytes) * (is_main ? 1 : 0.25);
  }

  void add_kinds(const Part& part) {
    if (part.is_figures) {
      change_.kinds.add(Kind::kData);
      return;
    }
    change_.kinds.add(Kind::kText);
    if (part.is_main) change_.kinds.add(Kind::kMainText);
  }

  void compare_links_of_main_text() {
    links_ = compare_links(old_.blocks, now_.blocks);
    if (links_.added + links_.removed > 0) change_.kinds.add(Kind::kLinks);
  }

  void tell() {
    for (const Part& part : change_.parts)
      if (part.noise == Noise::kNone) add_changed(changed_bytes(part), part.is_main);
    const double all = double(old_.blocks.text.size() + now_.blocks.text.size());
    change_.score = all == 0 ? 0 : std::min(1.0, weighed_ / all);
    change_.summary = summary_of(change_.parts, links_, beyond_);
    change_.changed = !(change_.kinds & rules_.options().kinds).empty() &&
                      told_ >= rules_.options().minimum_size;
    if (change_.summary.empty()) change_.summary = summary_without_text();
    cut_parts();
  }

  std::string summary_without_text() const {
    if (change_.kinds.has(Kind::kPresentation)) return "only classes or styles changed";
    if (change_.has_noise) return "only noise";
    if (change_.kinds.has(Kind::kStructure)) return "only markup changed";
    return "no change";
  }

  void cut_parts() {
    std::stable_partition(change_.parts.begin(), change_.parts.end(),
                          [](const Part& part) { return part.noise == Noise::kNone; });
    const RuleOptions& options = rules_.options();
    if (change_.parts.size() > options.max_parts)
      change_.parts.resize(options.max_parts);
    for (Part& part : change_.parts) {
      cut_utf8(part.before, options.max_text);
      cut_utf8(part.after, options.max_text);
    }
  }

  const PageVersion old_;
  const PageVersion now_;
  const Rules& rules_;
  PageNotes notes_;
  LinkCounts links_;
  // Parts beyond kMaxJudged.
  std::size_t beyond_ = 0;
  // Bytes that changed, and the same with those around the main text at a quarter.
  std::size_t told_ = 0;
  double weighed_ = 0;
  Change change_;
};

}  // namespace

std::uint32_t errors_until_told(const Rules& rules) {
  return rules.options().kinds.has(model::ChangeKind::kErrorPage) ? 1
                                                                  : kErrorsUntilTold;
}

std::vector<bool> find_noise(PageVersion old, PageVersion now, const PageNotes& notes,
                             const Rules& rules) {
  std::vector<bool> is_noise;
  const auto pairs = compare_blocks(old.blocks, now.blocks);
  for (const Part& part : judged_parts(old, now, pairs, notes, rules))
    is_noise.push_back(part.noise != Noise::kNone);
  return is_noise;
}

Detection detect_change(PageVersion old, PageVersion now, const PageNotes& notes,
                        const Rules& rules) {
  return Detector(old, now, notes, rules).run();
}

}  // namespace curlew::detect
