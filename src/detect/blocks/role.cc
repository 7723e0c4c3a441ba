#include "detect/blocks/role.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"

namespace curlew::detect {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;
using namespace std::string_view_literals;

// In the order of the alphabet, which is_among() relies on.
constexpr std::array kNoiseWords = {"ad"sv,
                                    "adbox"sv,
                                    "ads"sv,
                                    "adsbygoogle"sv,
                                    "adslot"sv,
                                    "adunit"sv,
                                    "adv"sv,
                                    "advert"sv,
                                    "advertisement"sv,
                                    "adverts"sv,
                                    "adwrapper"sv,
                                    "adzone"sv,
                                    "carbonads"sv,
                                    "clock"sv,
                                    "cookiebanner"sv,
                                    "cookiebar"sv,
                                    "cookiebot"sv,
                                    "cookieconsent"sv,
                                    "cookielaw"sv,
                                    "cookienotice"sv,
                                    "countdown"sv,
                                    "cybotcookiebot"sv,
                                    "dfp"sv,
                                    "didomi"sv,
                                    "doubleclick"sv,
                                    "hitcounter"sv,
                                    "iubenda"sv,
                                    "marquee"sv,
                                    "onetrust"sv,
                                    "osano"sv,
                                    "outbrain"sv,
                                    "sponsored"sv,
                                    "taboola"sv,
                                    "termly"sv,
                                    "ticker"sv,
                                    "trustarc"sv,
                                    "truste"sv,
                                    "usercentrics"sv};

// Beside "cookie" or "consent" they name a banner and not a chapter about it.
constexpr std::array kBannerWords = {
    "alert"sv,      "banner"sv, "bar"sv,    "box"sv,      "ccpa"sv,         "dialog"sv,
    "disclaimer"sv, "gdpr"sv,   "info"sv,   "law"sv,      "layer"sv,        "manager"sv,
    "message"sv,    "modal"sv,  "msg"sv,    "notice"sv,   "notification"sv, "overlay"sv,
    "panel"sv,      "popup"sv,  "prompt"sv, "settings"sv, "toast"sv,        "wall"sv,
    "warning"sv,    "wrapper"sv};

constexpr std::array kAroundWords = {"aside"sv,
                                     "banner"sv,
                                     "breadcrumb"sv,
                                     "breadcrumbs"sv,
                                     "captcha"sv,
                                     "carousel"sv,
                                     "chat"sv,
                                     "colophon"sv,
                                     "comments"sv,
                                     "cookie"sv,
                                     "cookies"sv,
                                     "dialog"sv,
                                     "drawer"sv,
                                     "dropdown"sv,
                                     "feedback"sv,
                                     "flyout"sv,
                                     "foot"sv,
                                     "footer"sv,
                                     "globalnav"sv,
                                     "head"sv,
                                     "header"sv,
                                     "lang"sv,
                                     "language"sv,
                                     "languages"sv,
                                     "lightbox"sv,
                                     "login"sv,
                                     "masthead"sv,
                                     "megamenu"sv,
                                     "menu"sv,
                                     "menubar"sv,
                                     "menus"sv,
                                     "modal"sv,
                                     "nav"sv,
                                     "navbar"sv,
                                     "navi"sv,
                                     "navigation"sv,
                                     "navs"sv,
                                     "newsletter"sv,
                                     "notification"sv,
                                     "offcanvas"sv,
                                     "overlay"sv,
                                     "pager"sv,
                                     "pagination"sv,
                                     "popover"sv,
                                     "popup"sv,
                                     "promo"sv,
                                     "promotion"sv,
                                     "rail"sv,
                                     "recommendations"sv,
                                     "recommended"sv,
                                     "related"sv,
                                     "search"sv,
                                     "searchbar"sv,
                                     "share"sv,
                                     "sharing"sv,
                                     "sidebar"sv,
                                     "sidenav"sv,
                                     "signin"sv,
                                     "signup"sv,
                                     "sitemap"sv,
                                     "skip"sv,
                                     "social"sv,
                                     "subnav"sv,
                                     "subscribe"sv,
                                     "survey"sv,
                                     "tabs"sv,
                                     "teaser"sv,
                                     "toast"sv,
                                     "toc"sv,
                                     "toolbar"sv,
                                     "tooltip"sv,
                                     "topbar"sv,
                                     "topnav"sv,
                                     "utility"sv,
                                     "widget"sv,
                                     "widgets"sv};

static_assert(std::ranges::is_sorted(kNoiseWords));
static_assert(std::ranges::is_sorted(kBannerWords));
static_assert(std::ranges::is_sorted(kAroundWords));

bool is_among(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::binary_search(words, word);
}

// What the words of an element's class and id say together.
struct Words {
  bool noise = false;
  bool cookie = false;
  bool consent = false;
  bool banner = false;
  bool around = false;

  Role role() const {
    const int hints = int(cookie) + int(consent) + int(banner);
    if (noise || ((cookie || consent) && hints >= 2)) return Role::kNoise;
    return around ? Role::kAround : Role::kMain;
  }
};

// Longer ones are no words that we know.
constexpr std::size_t kMaxWordBytes = 16;

void look_up(std::string_view word, Words& found) {
  if (word.size() < 2) return;
  found.noise |= is_among(kNoiseWords, word);
  found.consent |= word == "consent";
  found.cookie |= word.starts_with("cookie");
  found.banner |= is_among(kBannerWords, word);
  found.around |= is_among(kAroundWords, word);
}

// "siteNav", "site-nav", "site_nav" and "site nav" are the same words.
void read_words(std::string_view value, Words& found) {
  std::array<char, kMaxWordBytes> word{};
  std::size_t size = 0;
  char before = ' ';
  const auto end_word = [&] {
    if (size <= kMaxWordBytes) look_up({word.data(), size}, found);
    size = 0;
  };
  for (const char c : value) {
    const bool is_letter = is_ascii_alpha(c);
    if (!is_letter && !is_ascii_digit(c)) {
      end_word();
    } else {
      if (is_ascii_upper(c) && is_ascii_lower(before)) end_word();
      if (size < kMaxWordBytes) word[size] = to_ascii_lower(c);
      ++size;
    }
    before = c;
  }
  end_word();
}

bool is_inside_content(Node element) {
  for (Node node = element.parent(); node; node = node.parent())
    if (node.tag() == Tag::kArticle || node.tag() == Tag::kMain) return true;
  return false;
}

// Its id is made of its heading, which may be "Cookies and consent".
bool is_chapter(Node element) {
  return element.tag() != Tag::kDiv && element.tag() != Tag::kSpan &&
         element.tag() != Tag::kIns && element.tag() != Tag::kUl;
}

Role role_by_aria(std::string_view role) {
  constexpr std::array kNoisy = {"alertdialog"sv, "marquee"sv, "timer"sv};
  constexpr std::array kAround = {"banner"sv,  "complementary"sv, "contentinfo"sv,
                                  "dialog"sv,  "form"sv,          "menu"sv,
                                  "menubar"sv, "navigation"sv,    "search"sv,
                                  "tablist"sv, "toolbar"sv};
  if (is_among(kNoisy, role)) return Role::kNoise;
  return is_among(kAround, role) ? Role::kAround : Role::kMain;
}

Role role_by_tag(Node element) {
  switch (element.tag()) {
    case Tag::kNav:
    case Tag::kFooter:
    case Tag::kAside:
    case Tag::kForm:
    case Tag::kDialog:
    case Tag::kSelect:
    case Tag::kButton:
    case Tag::kSearch:
      return Role::kAround;
    case Tag::kHeader:
      // The header of an article has its title.
      return is_inside_content(element) ? Role::kMain : Role::kAround;
    case Tag::kMarquee:
      return Role::kNoise;
    default:
      return Role::kMain;
  }
}

enum class Sort : std::uint8_t { kLower, kUpper, kDigit, kOther };

Sort sort_of(char c) {
  if (is_ascii_lower(c)) return Sort::kLower;
  if (is_ascii_upper(c)) return Sort::kUpper;
  return is_ascii_digit(c) ? Sort::kDigit : Sort::kOther;
}

// Between two separators.
bool part_looks_random(std::string_view part) {
  if (part.size() < 5) return false;
  int turns = 0;
  int digits = 0;
  int letters = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    digits += is_ascii_digit(part[i]);
    letters += is_ascii_alpha(part[i]);
    turns += i > 0 && sort_of(part[i]) != sort_of(part[i - 1]);
  }
  // "marginTop2x" has as many turns as a short random word, so that a digit inside it
  // must be there as well, or many turns.
  return (digits > 0 && letters > 0 && turns >= 3) || turns >= 5;
}

}  // namespace

Role role_of(Node element) {
  Role role = role_by_tag(element);
  if (role == Role::kNoise) return role;
  Words words;
  for (const dom::Attribute attribute : element.attributes()) {
    switch (attribute.known_name()) {
      case AttributeName::kRole:
        role = std::max(role, role_by_aria(attribute.value()));
        break;
      case AttributeName::kClass:
        read_words(attribute.value(), words);
        break;
      case AttributeName::kId:
        if (!is_chapter(element)) read_words(attribute.value(), words);
        break;
      default:
        break;
    }
  }
  // Of one that is laid over the page, "cookie" alone is enough.
  if (role == Role::kAround && element.tag() != Tag::kForm) words.banner = true;
  return std::max(role, words.role());
}

bool is_consent_tool(Node element) {
  constexpr std::array kTools = {"onetrust"sv,  "cookiebot"sv,    "didomi"sv,
                                 "trustarc"sv,  "usercentrics"sv, "iubenda"sv,
                                 "cookielaw"sv, "qc-cmp"sv,       "sp_message"sv};
  const std::string id = to_ascii_lower(element.attribute(AttributeName::kId));
  return std::ranges::any_of(kTools, [&](std::string_view tool) {
    return id.find(tool) != std::string::npos;
  });
}

bool looks_random(std::string_view word) {
  while (!word.empty()) {
    const std::size_t end = std::min(word.find_first_of("-_./:,"), word.size());
    if (part_looks_random(word.substr(0, end))) return true;
    word.remove_prefix(std::min(end + 1, word.size()));
  }
  return false;
}

}  // namespace curlew::detect
