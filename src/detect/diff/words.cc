#include "detect/diff/words.h"

#include <algorithm>

#include "base/ascii.h"
#include "detect/blocks/page_blocks.h"
#include "detect/diff/align.h"

namespace curlew::detect {
namespace {

bool is_plain(char c) { return is_ascii_alpha(c) || is_ascii_digit(c); }
bool is_lead(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0xC0; }
bool is_trail(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Bytes of the character at `at`.
std::size_t size_at(std::string_view text, std::size_t at) {
  std::size_t size = 1;
  while (at + size < text.size() && is_trail(text[at + size])) ++size;
  return size;
}

// The letters of alphabets are below U+0E00 (two bytes, or E0 80–B7); above it are
// scripts without spaces, and punctuation.
bool is_letter(std::string_view text, std::size_t at) {
  if (is_plain(text[at])) return true;
  if (!is_lead(text[at])) return false;
  const auto lead = static_cast<unsigned char>(text[at]);
  // U+0080 … U+00BF are signs: «, §, ©.
  if (lead == 0xC2) return false;
  return lead < 0xE0 || (lead == 0xE0 && at + 1 < text.size() &&
                         static_cast<unsigned char>(text[at + 1]) < 0xB8);
}

// "7d1f8c9a2b3c4d5e": letters and digits in turns. Shorter ones are names of things:
// "A4b3C", "802.11ac".
bool is_token(std::string_view word) {
  if (word.size() < 12) return false;
  int digits = 0;
  int letters = 0;
  int turns = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    digits += is_ascii_digit(word[i]);
    letters += is_ascii_alpha(word[i]);
    turns += i > 0 && is_ascii_digit(word[i]) != is_ascii_digit(word[i - 1]);
  }
  return digits >= 3 && letters >= 3 && turns >= 4;
}

// "12,345.6" and "7" are both "0".
void append_masked_digits(std::string_view word, std::string& out) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool is_inside_number = (word[i] == ',' || word[i] == '.') &&
                                  out.ends_with('0') && i + 1 < word.size() &&
                                  is_ascii_digit(word[i + 1]);
    if (is_inside_number || (is_ascii_digit(word[i]) && out.ends_with('0'))) continue;
    out += is_ascii_digit(word[i]) ? '0' : word[i];
  }
}

class RunWriter {
 public:
  void add(WordFate fate, std::string_view text) {
    if (text.empty()) return;
    if (runs_.empty() || runs_.back().fate != fate) runs_.push_back({fate, {}});
    runs_.back().text += text;
  }
  std::vector<WordRun> take() { return std::move(runs_); }

 private:
  std::vector<WordRun> runs_;
};

std::vector<std::uint64_t> hashes_of(const std::vector<Word>& words) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(words.size());
  for (const Word& word : words) hashes.push_back(word.hash);
  return hashes;
}

// Where the text of word i begins, with the space before it; the end behind the last.
std::size_t begin_of(const std::vector<Word>& words, std::uint32_t i,
                     std::string_view text) {
  return i == 0 ? 0 : i > words.size() ? text.size() : words[i - 1].end;
}

}  // namespace

std::vector<Word> cut_words(std::string_view text, std::size_t limit) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    std::size_t end = at + size_at(text, at);
    if (words.size() + 1 >= limit)
      end = text.size();
    else if (is_letter(text, at))
      while (end < text.size() && is_letter(text, end)) end += size_at(text, end);
    words.push_back(
        {hash_of(text.substr(at, end - at)), std::uint32_t(at), std::uint32_t(end)});
    at = end;
  }
  return words;
}

std::vector<WordRun> compare_words(std::string_view old, std::string_view now) {
  const std::vector<Word> old_words = cut_words(old);
  const std::vector<Word> now_words = cut_words(now);
  const auto slice = [](std::string_view text, const std::vector<Word>& words,
                        std::uint32_t begin, std::uint32_t end) {
    const std::size_t from = begin_of(words, begin, text);
    const std::size_t to =
        end == words.size() ? text.size() : begin_of(words, end, text);
    return text.substr(from, to - from);
  };
  const auto has_space_before = [](const std::vector<Word>& words, std::uint32_t i) {
    return i > 0 && i < words.size() && words[i].begin > words[i - 1].end;
  };
  RunWriter runs;
  std::uint32_t at_now = 0;
  // Belongs to what was added already.
  bool is_space_told = false;
  const auto add_same = [&](std::uint32_t end) {
    std::string_view same = slice(now, now_words, at_now, end);
    if (is_space_told) {
      same.remove_prefix(std::min(same.find_first_not_of(' '), same.size()));
    }
    runs.add(WordFate::kSame, same);
  };
  for (const Hunk& hunk : align(hashes_of(old_words), hashes_of(now_words))) {
    add_same(hunk.now_begin);
    std::string_view removed = slice(old, old_words, hunk.old_begin, hunk.old_end);
    std::string_view added = slice(now, now_words, hunk.now_begin, hunk.now_end);
    // The space before words that took the place of others stayed.
    if (removed.starts_with(' ') && added.starts_with(' ')) {
      runs.add(WordFate::kSame, " ");
      removed.remove_prefix(1);
      added.remove_prefix(1);
    }
    // The space behind them goes with the side that alone has it.
    const bool had_space = has_space_before(old_words, hunk.old_end);
    const bool has_space = has_space_before(now_words, hunk.now_end);
    runs.add(WordFate::kRemoved, removed);
    if (had_space && !has_space) runs.add(WordFate::kRemoved, " ");
    runs.add(WordFate::kAdded, added);
    is_space_told = has_space && !had_space && hunk.old_end < old_words.size();
    if (is_space_told) runs.add(WordFate::kAdded, " ");
    at_now = hunk.now_end;
  }
  if (at_now < now_words.size()) add_same(std::uint32_t(now_words.size()));
  return runs.take();
}

std::string masked(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (is_token(word)) {
      result += 'x';
    } else {
      append_masked_digits(word, result);
    }
    if (end < text.size()) result += ' ';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace curlew::detect
