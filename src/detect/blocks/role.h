// What an element of a page is there for, as its markup says: the text that readers
// come for, what stands around it, or what changes by itself.

#pragma once

#include <cstdint>
#include <string_view>

#include "dom/document.h"

namespace curlew::detect {

// The stronger counts for everything inside.
enum class Role : std::uint8_t {
  kMain,
  // Navigation, headers, footers, sidebars, forms, social buttons.
  kAround,
  // Advertisements, cookie banners, clocks.
  kNoise,
};

// By the element's name, its ARIA role and the words of its class and id. Says nothing
// of how much text is inside: a page's <body> may well be called "has-footer".
Role role_of(dom::Node element);

// Is it what one of the well-known programs puts on a page that ask for consent? Such
// texts are longer than some pages.
bool is_consent_tool(dom::Node element);

// Made by a machine and likely to be another one tomorrow: "css-1x2y3z", "_3fK9a",
// 128-bit numbers. `word` has no white space.
bool looks_random(std::string_view word);

}  // namespace curlew::detect
