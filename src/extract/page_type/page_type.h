// What a page is for: one of eight kinds, told by a learned model.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace curlew::extract {

enum class PageType : std::uint8_t {
  kArticle,        // One text by somebody about something.
  kListing,        // Leads to articles, events, jobs, people.
  kCollection,     // Leads to goods.
  kForum,          // A question or a thought, and answers.
  kProduct,        // One thing to be bought.
  kDocumentation,  // How something is used.
  kService,        // What an organisation offers.
  kOther,          // Nothing of these: hardly any text.
};

// "article"
std::string_view to_string(PageType type);

// How likely each type is, kOther left out; they sum to one.
using TypeChances = std::array<float, 7>;

// `features` by describe_page().
TypeChances judge_page(std::span<const float> features);

PageType likeliest(const TypeChances& chances);

// Do its links matter more than its text? Listings and collections are hubs.
bool is_hub(const TypeChances& chances);

}  // namespace curlew::extract
