#include "detect/page/error_page.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <unordered_set>

#include "base/ascii.h"
#include "base/utf8.h"

namespace curlew::detect {
namespace {

using namespace std::string_view_literals;

// In small letters. Each is rare in titles and first lines of other pages.
constexpr std::array kErrorPhrases = {"404"sv,
                                      "403"sv,
                                      "500"sv,
                                      "502"sv,
                                      "503"sv,
                                      "access denied"sv,
                                      "access to this page has been denied"sv,
                                      "are you a human"sv,
                                      "are you a robot"sv,
                                      "are you human"sv,
                                      "attention required"sv,
                                      "bad gateway"sv,
                                      "before you continue"sv,
                                      "browser check"sv,
                                      "can't be found"sv,
                                      "captcha"sv,
                                      "checking your browser"sv,
                                      "content isn't available"sv,
                                      "could not be found"sv,
                                      "ddos protection"sv,
                                      "doesn't exist"sv,
                                      "does not exist"sv,
                                      "enable cookies"sv,
                                      "enable javascript"sv,
                                      "error"sv,
                                      "forbidden"sv,
                                      "gateway time"sv,
                                      "introuvable"sv,
                                      "isn't available"sv,
                                      "just a moment"sv,
                                      "log in"sv,
                                      "maintenance"sv,
                                      "nicht gefunden"sv,
                                      "no longer available"sv,
                                      "not be found"sv,
                                      "not available"sv,
                                      "not found"sv,
                                      "not working"sv,
                                      "page unavailable"sv,
                                      "pardon our interruption"sv,
                                      "robot check"sv,
                                      "security check"sv,
                                      "server error"sv,
                                      "service unavailable"sv,
                                      "sign in"sv,
                                      "something went wrong"sv,
                                      "sorry"sv,
                                      "temporarily unavailable"sv,
                                      "too many requests"sv,
                                      "try again"sv,
                                      "unavailable"sv,
                                      "unusual traffic"sv,
                                      "verify you are"sv,
                                      "we use cookies"sv,
                                      "δεν βρέθηκε"sv,
                                      "δεν υπάρχει"sv,
                                      "σφάλμα"sv};

// Of them, those that hardly any other page has in its title or headings.
constexpr std::array kClearPhrases = {"access denied"sv,
                                      "access to this page has been denied"sv,
                                      "attention required"sv,
                                      "bad gateway"sv,
                                      "checking your browser"sv,
                                      "forbidden"sv,
                                      "gateway time"sv,
                                      "introuvable"sv,
                                      "just a moment"sv,
                                      "nicht gefunden"sv,
                                      "not be found"sv,
                                      "not found"sv,
                                      "page unavailable"sv,
                                      "pardon our interruption"sv,
                                      "robot check"sv,
                                      "security check"sv,
                                      "server error"sv,
                                      "service unavailable"sv,
                                      "something went wrong"sv,
                                      "temporarily unavailable"sv,
                                      "too many requests"sv,
                                      "verify you are"sv,
                                      "δεν βρέθηκε"sv};

// What an error page says at most, navigation aside.
constexpr std::size_t kMaxErrorBytes = 2500;
// More is left of a page that was only shortened.
constexpr double kMaxErrorShare = 0.35;
// Less is hardly a page.
constexpr double kNothingShare = 0.03;
// A page that has always been small cannot collapse.
constexpr std::size_t kMinPageBytes = 400;
// A page up to this much is short: an error page need not say less.
constexpr std::size_t kShortPage = 1600;
// What such an error page says at most.
constexpr std::size_t kMaxShortError = 1500;
// An error page in the frame of its site shares so much of its text with the others.
constexpr double kMaxShared = 0.5;
// How far phrases are looked for.
constexpr std::size_t kFirstBytes = 600;

bool has_phrase(std::string_view text,
                std::span<const std::string_view> phrases = kErrorPhrases) {
  const std::string lower = to_ascii_lower(text);
  return std::ranges::any_of(phrases, [&](std::string_view phrase) {
    return lower.find(phrase) != std::string::npos;
  });
}

std::string first_of(const PageBlocks& page, bool only_headings) {
  std::string text;
  for (const Block& block : page.blocks) {
    if (text.size() >= kFirstBytes) break;
    if (block.role != Role::kMain || (only_headings && !block.is_heading)) continue;
    text += page.text_of(block);
    text += ' ';
  }
  return std::string(utf8_prefix(text, kFirstBytes));
}

std::size_t main_bytes(const PageBlocks& page) {
  std::size_t bytes = 0;
  for (const Block& block : page.blocks)
    if (block.role == Role::kMain) bytes += block.size;
  return bytes;
}

// How much of its text stands on the other page as well.
double shared_of(const PageBlocks& page, const PageBlocks& other) {
  std::unordered_set<std::uint64_t> known;
  for (const Block& block : other.blocks) known.insert(block.hash);
  std::size_t shared = 0;
  for (const Block& block : page.blocks)
    if (known.contains(block.hash)) shared += block.size;
  return page.text.empty() ? 0 : double(shared) / double(page.text.size());
}

// Instead of a short page, which says hardly more than an error page: there the words
// must be clear, and must stand in title or headings; or words that other pages have,
// too, in the title and below it. What kept its title is the same page, which says that
// something is unavailable.
bool is_error_instead_of_short(const PageBlocks& page, const PageBlocks& other) {
  if (other.text.size() > kShortPage || page.text.size() > kMaxShortError ||
      page.text.empty())
    return false;
  if (page.title == other.title && !page.title.empty()) return false;
  const std::string headings = first_of(page, true);
  const bool is_told = has_phrase(page.title, kClearPhrases) ||
                       has_phrase(headings, kClearPhrases) ||
                       (has_phrase(page.title) && has_phrase(first_of(page, false)));
  if (!is_told || shared_of(page, other) > kMaxShared) return false;
  return !has_phrase(other.title) && !has_phrase(first_of(other, true));
}

}  // namespace

bool is_error_page(const PageBlocks& page, const PageBlocks& other) {
  if (is_error_instead_of_short(page, other)) return true;
  if (other.text.size() < kMinPageBytes) return false;
  const double share = double(page.text.size()) / double(other.text.size());
  if (share <= kNothingShare) return true;
  if (share > kMaxErrorShare) return false;
  if (has_phrase(page.title) || has_phrase(first_of(page, true))) return true;
  return main_bytes(page) <= kMaxErrorBytes && has_phrase(first_of(page, false));
}

}  // namespace curlew::detect
