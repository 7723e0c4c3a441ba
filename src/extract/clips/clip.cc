#include "extract/clips/clip.h"

#include <algorithm>

namespace curlew::extract {
namespace {

using text::Analysis;
using text::ByteRange;
using text::Token;

// The end of the last word that ends at or before `limit`; `least` if there is none.
std::size_t last_word_end(const Analysis& analysis, std::size_t limit,
                          std::size_t least) {
  const auto tokens = analysis.tokens();
  const auto behind = std::ranges::upper_bound(
      tokens, limit, {}, [](const Token& token) { return std::size_t(token.end); });
  if (behind == tokens.begin()) return least;
  return std::max<std::size_t>(least, (behind - 1)->end);
}

// The beginning of the first word that begins at or behind `limit`; at most `most`.
std::size_t first_word_begin(const Analysis& analysis, std::size_t limit,
                             std::size_t most) {
  const auto tokens = analysis.tokens();
  const auto found = std::ranges::lower_bound(
      tokens, limit, {}, [](const Token& token) { return std::size_t(token.begin); });
  if (found == tokens.end()) return most;
  return std::min<std::size_t>(most, found->begin);
}

// The part of a sentence around `inside`, on borders of words where it is too long.
ByteRange bounded(const Analysis& analysis, ByteRange sentence, ByteRange inside,
                  std::size_t max_bytes) {
  if (sentence.size() <= max_bytes) return sentence;
  ByteRange part = sentence;
  const std::size_t half = max_bytes / 2;
  if (inside.begin - sentence.begin > half)
    part.begin = first_word_begin(analysis, inside.begin - half, inside.begin);
  if (sentence.end > inside.end && sentence.end - part.begin > max_bytes)
    part.end = last_word_end(analysis, std::max(part.begin + max_bytes, inside.end),
                             inside.end);
  return part;
}

// The sentence that `position` is in, or that it follows.
std::size_t sentence_at(const Analysis& analysis, std::size_t position) {
  const auto sentences = analysis.sentences();
  const auto behind =
      std::ranges::upper_bound(sentences, position, {}, &ByteRange::begin);
  return behind == sentences.begin() ? 0 : std::size_t(behind - sentences.begin()) - 1;
}

std::size_t begin_of_end(const Analysis& analysis, ByteRange sentence,
                         std::size_t max_bytes) {
  return bounded(analysis, sentence, {sentence.end, sentence.end}, max_bytes).begin;
}

std::size_t end_of_begin(const Analysis& analysis, ByteRange sentence,
                         std::size_t max_bytes) {
  return bounded(analysis, sentence, {sentence.begin, sentence.begin}, max_bytes).end;
}

// Where `line` stands in the text as lines of its own, from `from` on; an empty range
// at the end where it does not.
ByteRange find_line(std::string_view text, std::string_view line, std::size_t from) {
  for (std::size_t at = text.find(line, from); at != std::string_view::npos;
       at = text.find(line, at + 1)) {
    const std::size_t end = at + line.size();
    if ((at == 0 || text[at - 1] == '\n') && (end == text.size() || text[end] == '\n'))
      return {at, end};
  }
  return {text.size(), text.size()};
}

ByteRange trimmed_range(std::string_view text, ByteRange range) {
  while (range.size() > 0 && text[range.begin] == '\n') ++range.begin;
  while (range.size() > 0 && text[range.end - 1] == '\n') --range.end;
  return range;
}

// The sentences of a clip. Its heading, or what serves as one, is among the lines of
// the block, and no summary repeats it: one that would begin or end with it is shorter,
// and one of a keyword in the heading is the beginning of what the heading is above.
ByteRange summary_of(const model::Block& block, const Analysis& analysis,
                     ByteRange keyword, const ClipOptions& options) {
  const std::string& title = block.heading.empty() ? block.label : block.heading;
  ByteRange range = summary_range(analysis, keyword, options);
  if (title.empty()) return range;
  for (ByteRange line = find_line(block.text, title, 0); line.size() > 0;
       line = find_line(block.text, title, line.end)) {
    if (line.end <= keyword.begin) {
      range.begin = std::max(range.begin, line.end);
    } else if (line.begin >= keyword.end) {
      range.end = std::min(range.end, line.begin);
    } else {
      const std::size_t next = first_word_begin(analysis, line.end, block.text.size());
      keyword = {next, std::min(next + 1, block.text.size())};
      range = summary_range(analysis, keyword, options);
      range.begin = std::max(range.begin, line.end);
    }
  }
  return trimmed_range(block.text, range);
}

}  // namespace

ByteRange summary_range(const Analysis& analysis, ByteRange position,
                        const ClipOptions& options) {
  const auto sentences = analysis.sentences();
  if (sentences.empty() || position.size() == 0) return position;
  // Keywords of several words may begin in one sentence and end in another.
  const std::size_t first = sentence_at(analysis, position.begin);
  const std::size_t last = sentence_at(analysis, position.end - 1);
  const ByteRange whole{sentences[first].begin, sentences[last].end};
  const std::size_t max_bytes = options.max_sentence_bytes;
  ByteRange range = bounded(analysis, whole, position, max_bytes);
  // A sentence that was cut has no neighbour on that side.
  if (first > 0 && range.begin == whole.begin)
    range.begin = begin_of_end(analysis, sentences[first - 1], max_bytes);
  if (last + 1 < sentences.size() && range.end == whole.end)
    range.end = end_of_begin(analysis, sentences[last + 1], max_bytes);
  return range;
}

std::string title_of(const model::Block& block, const Analysis& analysis,
                     const ClipOptions& options) {
  if (!block.heading.empty()) return block.heading;
  if (!block.label.empty()) return block.label;
  if (analysis.sentences().empty()) return {};
  const ByteRange first = analysis.sentences().front();
  const std::size_t end = end_of_begin(analysis, first, options.max_title_bytes);
  return block.text.substr(first.begin, end - first.begin);
}

Clip make_clip(const model::Block& block, ByteRange keyword, const Analysis& analysis,
               const ClipOptions& options) {
  const ByteRange range = summary_of(block, analysis, keyword, options);
  Clip clip{.title = title_of(block, analysis, options),
            .summary = std::string(range.of(block.text)),
            .mark = {}};
  if (keyword.begin >= range.begin && keyword.end <= range.end)
    clip.mark = {keyword.begin - range.begin, keyword.end - range.begin};
  return clip;
}

}  // namespace curlew::extract
