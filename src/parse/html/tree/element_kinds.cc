#include "parse/html/tree/element_kinds.h"

#include <array>
#include <initializer_list>

namespace curlew::parse {
namespace {

using dom::Tag;

class TagSet {
 public:
  constexpr TagSet(std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) has_[std::size_t(tag)] = true;
  }
  constexpr bool contains(Tag tag) const { return has_[std::size_t(tag)]; }

 private:
  std::array<bool, std::size_t(Tag::kCount)> has_{};
};

constexpr TagSet kSpecial{
    Tag::kAddress,   Tag::kApplet,   Tag::kArea,     Tag::kArticle,    Tag::kAside,
    Tag::kBase,      Tag::kBasefont, Tag::kBgsound,  Tag::kBlockquote, Tag::kBody,
    Tag::kBr,        Tag::kButton,   Tag::kCaption,  Tag::kCenter,     Tag::kCol,
    Tag::kColgroup,  Tag::kDd,       Tag::kDetails,  Tag::kDir,        Tag::kDiv,
    Tag::kDl,        Tag::kDt,       Tag::kEmbed,    Tag::kFieldset,   Tag::kFigcaption,
    Tag::kFigure,    Tag::kFooter,   Tag::kForm,     Tag::kFrame,      Tag::kFrameset,
    Tag::kH1,        Tag::kH2,       Tag::kH3,       Tag::kH4,         Tag::kH5,
    Tag::kH6,        Tag::kHead,     Tag::kHeader,   Tag::kHgroup,     Tag::kHr,
    Tag::kHtml,      Tag::kIframe,   Tag::kImg,      Tag::kInput,      Tag::kKeygen,
    Tag::kLi,        Tag::kLink,     Tag::kListing,  Tag::kMain,       Tag::kMarquee,
    Tag::kMenu,      Tag::kMeta,     Tag::kNav,      Tag::kNoembed,    Tag::kNoframes,
    Tag::kNoscript,  Tag::kObject,   Tag::kOl,       Tag::kP,          Tag::kParam,
    Tag::kPlaintext, Tag::kPre,      Tag::kScript,   Tag::kSearch,     Tag::kSection,
    Tag::kSelect,    Tag::kSource,   Tag::kStyle,    Tag::kSummary,    Tag::kTable,
    Tag::kTbody,     Tag::kTd,       Tag::kTemplate, Tag::kTextarea,   Tag::kTfoot,
    Tag::kTh,        Tag::kThead,    Tag::kTitle,    Tag::kTr,         Tag::kTrack,
    Tag::kUl,        Tag::kWbr,      Tag::kXmp};

constexpr TagSet kBlocks{
    Tag::kAddress,  Tag::kArticle,    Tag::kAside,   Tag::kBlockquote, Tag::kCenter,
    Tag::kDetails,  Tag::kDialog,     Tag::kDir,     Tag::kDiv,        Tag::kDl,
    Tag::kFieldset, Tag::kFigcaption, Tag::kFigure,  Tag::kFooter,     Tag::kHeader,
    Tag::kHgroup,   Tag::kMain,       Tag::kMenu,    Tag::kNav,        Tag::kOl,
    Tag::kP,        Tag::kSearch,     Tag::kSection, Tag::kSummary,    Tag::kUl};

constexpr TagSet kMetadata{Tag::kBase,     Tag::kBasefont, Tag::kBgsound, Tag::kLink,
                           Tag::kMeta,     Tag::kNoframes, Tag::kScript,  Tag::kStyle,
                           Tag::kTemplate, Tag::kTitle};

constexpr TagSet kTableParts{Tag::kCaption, Tag::kCol,   Tag::kColgroup,
                             Tag::kTbody,   Tag::kTd,    Tag::kTfoot,
                             Tag::kTh,      Tag::kThead, Tag::kTr};

constexpr TagSet kFormatting{
    Tag::kA,    Tag::kB, Tag::kBig,   Tag::kCode,   Tag::kEm,     Tag::kFont, Tag::kI,
    Tag::kNobr, Tag::kS, Tag::kSmall, Tag::kStrike, Tag::kStrong, Tag::kTt,   Tag::kU};

constexpr TagSet kImpliedEnd{Tag::kDd, Tag::kDt, Tag::kLi, Tag::kOptgroup, Tag::kOption,
                             Tag::kP,  Tag::kRb, Tag::kRp, Tag::kRt,       Tag::kRtc};

constexpr TagSet kDefaultScope{
    Tag::kApplet, Tag::kCaption, Tag::kHtml, Tag::kMarquee,  Tag::kObject,
    Tag::kSelect, Tag::kTable,   Tag::kTd,   Tag::kTemplate, Tag::kTh};

}  // namespace

bool is_special(const TreeNode& node) {
  return node.is_html() ? kSpecial.contains(node.tag)
                        : node.integration != Integration::kNone;
}

bool is_block(Tag tag) { return kBlocks.contains(tag); }

bool is_metadata(Tag tag) { return kMetadata.contains(tag); }

bool is_table_part(Tag tag) { return kTableParts.contains(tag); }

bool is_row_group(Tag tag) {
  return tag == Tag::kTbody || tag == Tag::kTfoot || tag == Tag::kThead;
}

bool is_cell(Tag tag) { return tag == Tag::kTd || tag == Tag::kTh; }

bool is_heading(Tag tag) { return tag >= Tag::kH1 && tag <= Tag::kH6; }

bool is_formatting(Tag tag) { return kFormatting.contains(tag); }

bool has_implied_end(Tag tag) { return kImpliedEnd.contains(tag); }

bool ends_scope(const TreeNode& node, Scope scope) {
  if (scope == Scope::kTable)
    return node.is_html(Tag::kHtml) || node.is_html(Tag::kTable) ||
           node.is_html(Tag::kTemplate);
  if (!node.is_html()) return node.integration != Integration::kNone;
  if (kDefaultScope.contains(node.tag)) return true;
  if (scope == Scope::kListItem) return node.tag == Tag::kOl || node.tag == Tag::kUl;
  return scope == Scope::kButton && node.tag == Tag::kButton;
}

}  // namespace curlew::parse
