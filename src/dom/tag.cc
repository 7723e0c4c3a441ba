#include "dom/tag.h"

#include <algorithm>
#include <array>

#include "dom/name_index.h"

namespace curlew::dom {
namespace {

constexpr auto kTagNames = std::to_array<std::string_view>({"",
#define CURLEW_TAG(enumerator, name) name,
                                                            CURLEW_HTML_TAGS(CURLEW_TAG)
#undef CURLEW_TAG
});
static_assert(std::ranges::is_sorted(kTagNames));

constexpr auto kTagIndex = make_name_index(kTagNames);

constexpr auto kFlows = [] {
  std::array<Flow, std::size_t(Tag::kCount)> flows{};
  const auto set = [&](Flow flow, std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) flows[std::size_t(tag)] = flow;
  };
  set(Flow::kBlock,
      {Tag::kAddress,   Tag::kArticle,    Tag::kAside,  Tag::kBlockquote, Tag::kBody,
       Tag::kBr,        Tag::kCaption,    Tag::kCenter, Tag::kDd,         Tag::kDetails,
       Tag::kDialog,    Tag::kDir,        Tag::kDiv,    Tag::kDl,         Tag::kDt,
       Tag::kFieldset,  Tag::kFigcaption, Tag::kFigure, Tag::kFooter,     Tag::kForm,
       Tag::kFrameset,  Tag::kH1,         Tag::kH2,     Tag::kH3,         Tag::kH4,
       Tag::kH5,        Tag::kH6,         Tag::kHeader, Tag::kHgroup,     Tag::kHr,
       Tag::kHtml,      Tag::kLegend,     Tag::kLi,     Tag::kListing,    Tag::kMain,
       Tag::kMenu,      Tag::kNav,        Tag::kOl,     Tag::kOptgroup,   Tag::kP,
       Tag::kPlaintext, Tag::kPre,        Tag::kSearch, Tag::kSection,    Tag::kSummary,
       Tag::kTable,     Tag::kTbody,      Tag::kTfoot,  Tag::kThead,      Tag::kTr,
       Tag::kUl,        Tag::kXmp});
  set(Flow::kCell, {Tag::kTd, Tag::kTh});
  set(Flow::kSpaced, {Tag::kButton, Tag::kInput, Tag::kMarquee, Tag::kOption,
                      Tag::kSelect, Tag::kTextarea});
  set(Flow::kHidden,
      {Tag::kAudio, Tag::kCanvas, Tag::kDatalist, Tag::kHead, Tag::kIframe,
       Tag::kNoembed, Tag::kNoframes, Tag::kObject, Tag::kScript, Tag::kStyle,
       Tag::kSvg, Tag::kTemplate, Tag::kTitle, Tag::kVideo});
  return flows;
}();

}  // namespace

std::string_view to_name(Tag tag) { return kTagNames[std::size_t(tag)]; }

Tag find_tag(std::string_view name) { return Tag(kTagIndex.find(name)); }

Flow flow_of(Tag tag) { return kFlows[std::size_t(tag)]; }

}  // namespace curlew::dom
