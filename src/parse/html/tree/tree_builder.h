// Builds the tree of a page from its tokens: the "tree construction" of the HTML
// standard (section 13.2.6), with scripting off, without fragments, comments and the
// contents of scripts and, unless asked for, styles. Each insertion mode is a pair of
// functions, one for tags and one for text; the names are the standard's.
//
// Bounded: depth, nodes, and the steps taken in searches. A page that passes a bound
// ends there.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "base/time_budget.h"
#include "parse/html/page.h"
#include "parse/html/tokenizer.h"
#include "parse/html/tree/active_formatting.h"
#include "parse/html/tree/open_elements.h"
#include "parse/html/tree/tree.h"

namespace curlew::parse {

// The text of a style that is kept is NodeKind::kData.
enum class Styles { kLeaveOut, kKeep };

class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view html, TimeBudget time = {},
                       Styles styles = Styles::kLeaveOut);

  // To be called once.
  void build();

  PageCut cut() const { return cut_; }
  const Tree& tree() const { return tree_; }
  TreeIndex root() const { return html_; }
  std::span<const TokenAttribute> attributes_of(TreeIndex node);

 private:
  using Tag = dom::Tag;

  enum class Mode : std::uint8_t {
    kInitial,
    kBeforeHtml,
    kBeforeHead,
    kInHead,
    kInHeadNoscript,
    kAfterHead,
    kInBody,
    kInTable,
    kInCaption,
    kInColumnGroup,
    kInTableBody,
    kInRow,
    kInCell,
    kInTemplate,
    kAfterBody,
    kInFrameset,
    kAfterFrameset,
    kAfterAfterBody,
    kAfterAfterFrameset,
  };

  // What becomes of a token: done, or to be processed again in the new mode.
  enum class Then { kDone, kAgain };

  // Dispatch (tree_builder.cc).
  void process(Token& token);
  bool belongs_to_html(const Token& token) const;
  Then by_mode(Mode mode, Token& token);
  bool is_within_bounds();

  // Making nodes (tree_builder.cc).
  TreePlace place_for_node(TreeIndex target);
  TreePlace place_for_node() { return place_for_node(open_.current()); }
  TreeIndex create(const Token& token, dom::Namespace name_space);
  TreeIndex insert(const Token& token);
  // Without attributes.
  TreeIndex insert(Tag tag);
  void insert_void(const Token& token);
  void insert_text(std::string_view text, dom::NodeKind kind = dom::NodeKind::kText);
  void insert_raw_text(const Token& token, RawText kind);
  void insert_script(const Token& token);
  void insert_foreign(const Token& token, dom::Namespace name_space);
  void merge_attributes(const Token& token, TreeIndex node);
  void reconstruct_formatting();
  void insert_formatting(const Token& token);
  ActiveFormatting::Entry entry_for(TreeIndex node);
  void close_p();
  void reset_insertion_mode();
  void end_template();

  // Before the body (other_modes.cc).
  Then initial(Token& token);
  Then before_html(Token& token);
  Then before_head(Token& token);
  Then in_head(Token& token);
  Then in_head_noscript(Token& token);
  Then after_head(Token& token);

  // The body (in_body.cc; the adoption agency: tree_builder.cc).
  Then in_body(Token& token);
  Then in_body_start(Token& token);
  Then in_body_rare_start(Token& token);
  Then in_body_form_start(Token& token);
  bool is_hidden_input(const Token& token);
  void start_formatting(const Token& token);
  void start_list_item(const Token& token);
  void start_frameset(const Token& token);
  Then in_body_end(Token& token);
  bool end_block(Tag tag, Scope scope);
  void end_form();
  void end_noscript();
  void end_any_other(const Token& token);
  void run_adoption_agency(const Token& token);
  bool adopt_once(const Token& token);
  void adopt(std::size_t entry, std::size_t at, std::size_t block_at);
  TreeIndex move_up_to(std::size_t formatting_at, std::size_t block_at,
                       std::size_t& bookmark);
  TreeIndex clone(TreeIndex node);

  // Tables (other_modes.cc).
  Then in_table(Token& token);
  Then in_table_text(Token& token);
  Then in_table_start(Token& token);
  Then in_body_fostered(Token& token);
  Then in_caption(Token& token);
  Then in_column_group(Token& token);
  Then in_table_body(Token& token);
  Then in_row(Token& token);
  Then in_cell(Token& token);
  Then in_template(Token& token);
  void clear_to(std::initializer_list<Tag> context);
  void close_cell();

  // SVG and MathML (other_modes.cc).
  void in_foreign_content(Token& token);
  void leave_foreign_content();
  void foreign_end_tag(Token& token);
  void adjust_attributes(AttributeSpan attributes, dom::Namespace name_space);

  // Behind the body (other_modes.cc).
  Then after_body(Token& token);
  void insert_only_space(std::string_view text);
  Then in_frameset(Token& token);
  Then after_frameset(Token& token);
  Then after_after_body(Token& token);
  Then after_after_frameset(Token& token);

  bool has_template() const { return open_.contains(Tag::kTemplate); }

  Tokenizer tokenizer_;
  Tree tree_;
  OpenElements open_{tree_};
  ActiveFormatting formatting_;
  std::vector<Mode> template_modes_;
  Mode mode_ = Mode::kInitial;
  TreeIndex html_ = kNoIndex;
  TreeIndex head_ = kNoIndex;
  TreeIndex body_ = kNoIndex;
  TreeIndex form_ = kNoIndex;
  bool is_foster_parenting_ = false;
  bool is_frameset_ok_ = true;
  bool is_quirky_ = false;
  // The one that follows <pre>.
  bool skips_newline_ = false;
  std::uint64_t max_steps_ = 0;
  TimeBudget time_;
  const Styles styles_;
  // Of <html> and <body>, when later tags have added to them.
  std::vector<TokenAttribute> html_attributes_;
  std::vector<TokenAttribute> body_attributes_;
  PageCut cut_ = PageCut::kNone;
};

}  // namespace curlew::parse
