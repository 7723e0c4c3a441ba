// The parts of a page that its markup names, by elements, roles or words.

#pragma once

#include <cstddef>
#include <cstdint>

namespace curlew::extract {

enum class Landmark : std::uint8_t {
  kNavigation,
  kHeader,
  kFooter,
  kAside,
  kArticle,
  kMain,
  kForm,
  kFigure,
  kTable,
  kList,
  kSection,
  kQuote,
  kDialog,
  // By an attribute or an inline style.
  kHidden,
  // Parts that only the words of their markup name.
  kComments,
  kRelated,
  kCaption,
  kPerson,
  kSharing,
  kSignUp,
  kAdvert,
  kTags,
  kDateline,
  kBody,
  kCount,
};
inline constexpr std::size_t kLandmarkCount = std::size_t(Landmark::kCount);

}  // namespace curlew::extract
