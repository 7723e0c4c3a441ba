#include "extract/page_type/barrier.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace curlew::extract {
namespace {

using Phrases = std::span<const std::string_view>;

// In lower case; beyond ASCII as such pages write them.

// In <title> or a top heading.
constexpr auto kErrors = std::to_array<std::string_view>({"error 404",
                                                          "404 error",
                                                          "404 not found",
                                                          "404 page",
                                                          "404 - ",
                                                          "404 – ",
                                                          "404: ",
                                                          "page not found",
                                                          "page doesn't exist",
                                                          "page does not exist",
                                                          "page isn't available",
                                                          "page is not available",
                                                          "page is no longer available",
                                                          "page can't be found",
                                                          "page cannot be found",
                                                          "403 forbidden",
                                                          "401 unauthorized",
                                                          "410 gone",
                                                          "internal server error",
                                                          "error 500",
                                                          "500 error",
                                                          "502 bad gateway",
                                                          "503 service",
                                                          "504 gateway",
                                                          "seite nicht gefunden",
                                                          "page introuvable",
                                                          "página no encontrada",
                                                          "pagina non trovata",
                                                          "pagina niet gevonden",
                                                          "página não encontrada",
                                                          "σελίδα δεν βρέθηκε",
                                                          "страница не найдена",
                                                          "Страница не найдена",
                                                          "ページが見つかりません"});
// All of <title> or a top heading.
constexpr auto kBareErrors = std::to_array<std::string_view>(
    {"404", "not found", "error", "forbidden", "access denied", "bad gateway",
     "service unavailable", "something went wrong", "an error occurred"});

// Anywhere.
constexpr auto kWalls =
    std::to_array<std::string_view>({"verify you are human",
                                     "verify that you are human",
                                     "verifying you are human",
                                     "checking your browser",
                                     "checking if the site connection is secure",
                                     "are you a robot",
                                     "complete the security check",
                                     "solve this captcha",
                                     "access to this page has been denied",
                                     "you have been blocked",
                                     "request has been blocked",
                                     "ddos protection by",
                                     "subscribe to continue",
                                     "subscribe to read",
                                     "subscribe now to read",
                                     "continue reading with a subscription",
                                     "this article is for subscribers",
                                     "for subscribers only",
                                     "subscriber-only",

                                     "log in to continue",
                                     "log in to read",
                                     "sign in to continue",
                                     "sign in to read",

                                     "you have reached your limit",
                                     "you've reached your limit",
                                     "you have read all your free",
                                     "register to continue",
                                     "register to read",
                                     "um weiterzulesen",

                                     "réservé aux abonnés",
                                     "solo para suscriptores",
                                     "μόνο για συνδρομητές"});

// Articles speak of these, too.
constexpr auto kCommonWalls = std::to_array<std::string_view>(
    {"not a robot", "unusual traffic", "access denied", "to continue reading"});

// In <title> or a top heading.
constexpr auto kConsents = std::to_array<std::string_view>(
    {"before you continue", "your privacy", "privacy settings", "privacy choices",
     "cookie settings", "cookie consent", "cookie notice", "cookies on",
     "use of cookies", "datenschutz-einstellungen", "zustimmung", "vie privée",
     "tu privacidad", "la tua privacy"});
// Anywhere beside it.
constexpr auto kAgreements = std::to_array<std::string_view>(
    {"accept", "agree", "consent", "zustimmen", "akzeptieren", "accepter", "aceptar",
     "accetta", "αποδοχή", "Αποδοχή"});

// Anywhere.
constexpr auto kShells = std::to_array<std::string_view>(
    {"loading", "please wait", "enable javascript", "javascript is disabled",
     "javascript is required", "requires javascript", "turn on javascript",
     "activate javascript", "need to enable javascript", "javascript aktivieren",
     "activer javascript", "activez javascript", "habilita javascript",
     "ενεργοποιήστε"});

bool has_any(std::string_view text, Phrases phrases) {
  return std::ranges::any_of(phrases, [text](std::string_view phrase) {
    return text.find(phrase) != text.npos;
  });
}

struct Words {
  std::size_t all = 0;
  std::size_t prose = 0;  // In paragraphs outside navigation and footers.
};

Words count_words(const PageSight& sight) {
  Words words;
  for (std::size_t i = 0; i < sight.blocks.blocks.size(); ++i) {
    const Block& block = sight.blocks.blocks[i];
    const TextFacts& text = sight.outline.texts[i];
    words.all += std::size_t(text.words);
    const auto& landmarks = sight.outline.elements[block.holder].landmark;
    const bool is_aside = landmarks[std::size_t(Landmark::kNavigation)] > 0 ||
                          landmarks[std::size_t(Landmark::kFooter)] > 0;
    if (!is_aside && is_prose(block, text)) words.prose += std::size_t(text.words);
  }
  return words;
}

// <title> and top headings: what the page calls itself.
std::vector<std::string> names_of(const Metadata& facts) {
  std::vector<std::string> names = {to_ascii_lower(trimmed(facts.title))};
  for (const TopHeading& heading : facts.h1)
    names.push_back(to_ascii_lower(trimmed(heading.text)));
  return names;
}

bool any_has(const std::vector<std::string>& names, Phrases phrases) {
  return std::ranges::any_of(
      names, [phrases](const std::string& name) { return has_any(name, phrases); });
}

// Told by a page of few words. By a phrase that articles use, only where it is the
// page's name, or where there is hardly anything else to read.
bool is_wall(const std::vector<std::string>& names, std::string_view text,
             const Words& words) {
  constexpr std::size_t kFewOfAll = 250;
  constexpr std::size_t kFewOfProse = 60;
  if (words.all > kFewOfAll) return false;
  if (has_any(text, kWalls) || any_has(names, kCommonWalls)) return true;
  return words.prose <= kFewOfProse && has_any(text, kCommonWalls);
}

bool is_error(const std::vector<std::string>& names) {
  return any_has(names, kErrors) ||
         std::ranges::any_of(names, [](const std::string& name) {
           return std::ranges::find(kBareErrors, name) != kBareErrors.end();
         });
}

}  // namespace

std::string_view to_string(Barrier barrier) {
  switch (barrier) {
    case Barrier::kShell:
      return "shell";
    case Barrier::kWall:
      return "wall";
    case Barrier::kConsent:
      return "consent";
    case Barrier::kError:
      return "error";
    case Barrier::kNone:
      break;
  }
  return "";
}

Barrier find_barrier(const PageSight& sight) {
  // The shortest articles have some fifty words of prose. What a page calls itself says
  // more than a phrase somewhere in it, which may be meant for others: fronts of
  // newspapers have little prose, and speak to subscribers in their heads.
  constexpr std::size_t kFewOfError = 120;  // Of prose.
  constexpr std::size_t kFewOfConsent = 300;
  constexpr std::size_t kFewOfShell = 25;
  const Words words = count_words(sight);
  if (words.prose > kFewOfConsent) return Barrier::kNone;
  const std::vector<std::string> names = names_of(sight.facts);
  if (words.prose <= kFewOfError && is_error(names)) return Barrier::kError;
  if (words.all > 2 * kFewOfConsent) return Barrier::kNone;
  const std::string text = to_ascii_lower(sight.blocks.text);
  if (is_wall(names, text, words)) return Barrier::kWall;
  if (any_has(names, kConsents) && has_any(text, kAgreements) &&
      text.find("cookie") != text.npos) {
    return Barrier::kConsent;
  }
  const bool says_so = words.all == 0 || has_any(text, kShells);
  return words.all <= kFewOfShell && says_so ? Barrier::kShell : Barrier::kNone;
}

}  // namespace curlew::extract
