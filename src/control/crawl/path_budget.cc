#include "control/crawl/path_budget.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/fingerprint.h"

namespace curlew::control {
namespace {

constexpr double kMostPoints = 12, kPointsOfNextPhase = 10;
constexpr double kForKeptPage = -2, kForNumbers = .1;
// Archives of a site differ in the titles they list; what a program makes up does not.
constexpr double kSaysTheSame = .8;
constexpr std::size_t kMostWords = 48;
constexpr std::size_t kMostText = 64 * 1024;
constexpr std::size_t kMostKinds = 4'096;
constexpr std::size_t kLongestName = 32;
constexpr std::size_t kMostNames = 8;

// '#' a number, 'm' with one in it, 't' a title of several words, 'w' a word.
char sort_of(std::string_view step) {
  const auto digits = std::ranges::count_if(step, is_ascii_digit);
  if (digits == std::ssize(step)) return '#';
  if (std::ranges::count(step, '-') + std::ranges::count(step, '_') >= 2) return 't';
  return digits > 0 ? 'm' : 'w';
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// Could there be a million of them?
bool has_numbers(std::string_view kind) {
  return kind.find('#') != kind.npos || kind.find("/m") != kind.npos ||
         kind.find('+') != kind.npos;
}

// The share of words that both have (Jaccard), by the least hashes of all of them.
double likeness_of(const SaidWords& one, const SaidWords& other) {
  std::size_t both = 0, all = 0;
  auto left = one.begin();
  auto right = other.begin();
  while ((left != one.end() || right != other.end()) && all < kMostWords) {
    ++all;
    const bool is_left = left != one.end() && (right == other.end() || *left <= *right);
    const bool is_right =
        right != other.end() && (left == one.end() || *right <= *left);
    both += is_left && is_right ? 1 : 0;
    left += is_left ? 1 : 0;
    right += is_right ? 1 : 0;
  }
  // Two pages without words say the same.
  return all == 0 ? 1 : double(both) / double(all);
}

void add_words(std::string_view text, SaidWords& words) {
  std::string word;
  bool has_digit = false;
  const auto end_word = [&] {
    if (!word.empty() && !has_digit) {
      words.push_back(static_cast<std::uint32_t>(short_fingerprint_of(word)));
    }
    word.clear();
    has_digit = false;
  };
  for (const char c : text.substr(0, kMostText)) {
    const bool is_letter = is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
    if (!is_letter && !is_ascii_digit(c)) {
      end_word();
      continue;
    }
    has_digit |= is_ascii_digit(c);
    word += to_ascii_lower(c);
  }
  end_word();
}

std::uint64_t key_of(frontier::TopicIndex topic, std::string_view kind) {
  return short_fingerprint_of(std::to_string(frontier::index_of(topic)) + ' ' +
                              std::string(kind));
}

}  // namespace

SaidWords said_words(std::string_view title, std::string_view text) {
  SaidWords words;
  add_words(title, words);
  add_words(text, words);
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  if (words.size() > kMostWords) words.resize(kMostWords);
  words.shrink_to_fit();
  return words;
}

std::string address_kind(const url::Url& address) {
  std::string kind(address.host());
  char last = 0;
  bool is_first = true;
  for (const std::string_view step : split(address.path(), '/')) {
    const char sort = sort_of(step);
    const bool is_named = is_first && sort == 'w';
    is_first = false;
    if (is_named) {
      kind.append("/").append(to_ascii_lower(step.substr(0, kLongestName)));
      continue;
    }
    if (sort == last) {
      if (!kind.ends_with('+')) kind += '+';
      continue;
    }
    kind.append("/").push_back(sort);
    last = sort;
  }
  std::vector<std::string> names;
  for (const std::string_view part : split(address.query(), '&')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    std::string name = to_ascii_lower(part.substr(0, std::min(equals, kLongestName)));
    const std::string_view value = part.substr(std::min(equals + 1, part.size()));
    if (std::ranges::any_of(value, is_ascii_digit)) name += "=#";
    if (names.size() < kMostNames) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  for (const std::string& name : names) {
    kind.append(&name == names.data() ? "?" : "&").append(name);
  }
  return kind;
}

bool PathBudget::may_visit(frontier::TopicIndex topic, const url::Url& address) const {
  const auto kind = kinds_.find(key_of(topic, address_kind(address)));
  return kind == kinds_.end() || kind->second.points < kMostPoints;
}

bool PathBudget::learn(frontier::TopicIndex topic, const url::Url& address,
                       Brought brought, SaidWords says) {
  const std::string name = address_kind(address);
  const std::uint64_t key = key_of(topic, name);
  if (kinds_.size() >= kMostKinds && !kinds_.contains(key)) make_room();
  Kind& kind = kinds_[key];
  const std::size_t known = std::min(kind.next, kind.said.size());
  kind.topic = topic;
  kind.seen = ++clock_;
  const bool was_open = kind.points < kMostPoints;
  const bool is_said = std::any_of(
      kind.said.begin(), kind.said.begin() + std::ptrdiff_t(known),
      [&](const SaidWords& said) { return likeness_of(says, said) >= kSaysTheSame; });
  kind.said[kind.next++ % kind.said.size()] = std::move(says);
  double points = has_numbers(name) ? kForNumbers : 0;
  if (brought == Brought::kKeptPage) points = kForKeptPage;
  if (brought == Brought::kCopy || is_said) points = 1;
  kind.points = std::clamp(kind.points + points, 0.0, kMostPoints);
  return was_open && kind.points >= kMostPoints;
}

void PathBudget::begin_phase(frontier::TopicIndex topic) {
  for (auto& [key, kind] : kinds_) {
    if (kind.topic == topic) kind.points = std::min(kind.points, kPointsOfNextPhase);
  }
}

void PathBudget::make_room() {
  const auto oldest = std::ranges::min_element(
      kinds_, {}, [](const auto& each) { return each.second.seen; });
  kinds_.erase(oldest);
}

}  // namespace curlew::control
