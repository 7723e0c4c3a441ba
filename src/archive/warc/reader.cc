#include "archive/warc/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive/warc/arc_line.h"
#include "archive/warc/input.h"
#include "base/ascii.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kLongestHead = 64_KiB;
constexpr std::size_t kMostTroublesKept = 1000;
constexpr std::string_view kWarcMagic = "WARC/";

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

// The end of the head and the beginning of the block; npos when there is none.
std::size_t find_block(std::string_view text) {
  for (auto at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.starts_with('\n')) return at + 2;
    if (rest.starts_with("\r\n")) return at + 3;
  }
  return std::string_view::npos;
}

bool begins_record(std::string_view text) {
  return text.size() > kWarcMagic.size() && text.starts_with(kWarcMagic) &&
         is_ascii_digit(text[kWarcMagic.size()]);
}

}  // namespace

class RecordReader::State {
 public:
  State(const File& file, Bytes offset) : input_(file, offset) {}

  Result<std::optional<RecordHead>> next() {
    while (true) {
      TRY_ASSIGN(const auto piece, more());
      if (piece.empty()) break;
    }
    while (true) {
      TRY(skip_line_ends());
      TRY_ASSIGN(const auto text, input_.look(kLongestHead));
      take_troubles();
      if (text.empty()) {
        end_of_last_ = input_.is_gzip() ? input_.sound_end() : input_.file_offset();
        return std::optional<RecordHead>();
      }
      end_of_last_ = input_.file_offset();
      std::optional<RecordHead> head;
      if (begins_record(text)) {
        TRY_ASSIGN(head, read_warc_head(text));
      } else if (is_arc_ || (!is_warc_ && parse_arc_line(text, 1))) {
        TRY_ASSIGN(head, read_arc_head(text));
      } else {
        TRY(find_record());
      }
      if (head) return head;
    }
  }

  Result<std::string_view> more() {
    input_.skip(shown_);
    shown_ = 0;
    if (is_at_end_) return std::string_view();
    if (input_.position() >= block_end_) return end_block(block_is_whole_);
    TRY_ASSIGN(auto text, input_.look(1));
    if (text.empty()) {
      add_trouble("the record breaks off");
      return end_block(false);
    }
    if (input_.is_at_beginning()) {
      // Of a member: the next record's, when this one's length is wrong.
      const bool is_damaged = input_.beginnings().front().is_after_damage;
      TRY_ASSIGN(text, input_.look(kWarcMagic.size() + 1));
      if (is_damaged || begins_record(text)) {
        add_trouble("the record is shorter than it says");
        return end_block(false);
      }
    }
    text = text.substr(0, block_end_ - input_.position());
    for (const auto& beginning : input_.beginnings()) {
      if (beginning.position <= input_.position()) continue;
      text = text.substr(0, beginning.position - input_.position());
      break;
    }
    shown_ = text.size();
    return text;
  }

  bool is_whole() const { return is_whole_; }
  Bytes end_of_last() const { return end_of_last_; }
  const std::vector<Trouble>& troubles() const { return troubles_; }

 private:
  std::string_view end_block(bool is_whole) {
    is_at_end_ = true;
    is_whole_ = is_whole;
    return {};
  }

  void add_trouble(std::string reason) { add_trouble(offset_, std::move(reason)); }
  void add_trouble(Bytes offset, std::string reason) {
    take_troubles();
    if (troubles_.size() < kMostTroublesKept) {
      troubles_.push_back({offset, std::move(reason)});
    }
  }
  void take_troubles() {
    for (auto& each : input_.take_troubles()) {
      if (troubles_.size() < kMostTroublesKept) troubles_.push_back(std::move(each));
    }
  }

  Result<void> skip_line_ends() {
    while (true) {
      TRY_ASSIGN(const auto text, input_.look(1));
      const auto end = std::ranges::find_if_not(text, is_line_end);
      if (end == text.begin()) return {};
      input_.skip(static_cast<std::size_t>(end - text.begin()));
    }
  }

  // Skips to a line that begins a record, and names what lay before it.
  Result<void> find_record() {
    const Bytes from = input_.file_offset();
    const Bytes first = input_.position();
    bool is_line_start = false;
    while (true) {
      TRY_ASSIGN(const auto text, input_.look(kLongestHead));
      if (text.empty()) break;
      if ((is_line_start || input_.is_at_beginning()) && begins_record(text)) break;
      const auto line = text.find('\n');
      auto skipped = std::min(line == text.npos ? line : line + 1, text.size());
      for (const auto& beginning : input_.beginnings()) {
        if (beginning.position <= input_.position()) continue;
        skipped = std::min(skipped, beginning.position - input_.position());
        break;
      }
      is_line_start = line != text.npos && skipped == line + 1;
      input_.skip(skipped);
    }
    add_trouble(from,
                fmt::format("{} bytes belong to no record", input_.position() - first));
    return {};
  }

  void begin_block(std::size_t head_size, Bytes length) {
    input_.skip(head_size);
    block_end_ = input_.position() + std::min(length, Bytes{1} << 62);
    block_is_whole_ = true;
    is_at_end_ = false;
    is_whole_ = false;
  }

  void note_place() {
    offset_ = input_.file_offset();
    if (input_.is_gzip() && !input_.is_at_beginning() && !has_shared_member_) {
      has_shared_member_ = true;
      add_trouble(
          "several records share a gzip member: each must be read with all "
          "those before it");
    }
  }

  Result<std::optional<RecordHead>> read_warc_head(std::string_view text) {
    is_warc_ = true;
    note_place();
    const auto block = find_block(text);
    RecordHead head;
    if (block == text.npos) {
      add_trouble(text.size() < kLongestHead ? "the head of the record breaks off"
                                             : "the head of the record is too long");
      input_.skip(kWarcMagic.size());
      return std::optional<RecordHead>();
    }
    const std::string_view lines = text.substr(0, block);
    const auto first_line = lines.find('\n');
    head.version = trimmed(lines.substr(0, first_line));
    head.fields = parse_field_lines(lines.substr(first_line + 1));
    head.offset = offset_;
    const auto wrong = read_fields(head);
    if (wrong) add_trouble("not a record: " + *wrong);
    begin_block(block, wrong ? 0 : head.length);
    if (wrong) return std::optional<RecordHead>();
    if (!input_.is_gzip()) TRY(check_length());
    return std::optional<RecordHead>(std::move(head));
  }

  // In a plain file a length that is too large would hide the records behind: where the
  // block ends, another record or the end of the file must follow.
  Result<void> check_length() {
    TRY_ASSIGN(const std::string behind, input_.look_at(block_end_, 16));
    const auto next = std::ranges::find_if_not(behind, is_line_end);
    const auto rest = std::string_view(behind).substr(
        static_cast<std::size_t>(next - behind.begin()));
    if (begins_record(rest) || (rest.empty() && !behind.empty())) return {};
    TRY_ASSIGN(const auto found, input_.find_ahead(input_.position() - 1, "\nWARC/"));
    if (!found || *found >= block_end_) return {};
    // Two line ends lie between, CRLF each.
    const Bytes between = std::min<Bytes>(3, *found - input_.position());
    block_end_ = *found - between;
    block_is_whole_ = false;
    add_trouble("the record is shorter than it says");
    return {};
  }

  Result<std::optional<RecordHead>> read_arc_head(std::string_view text) {
    offset_ = input_.file_offset();
    const auto line_end = std::min(text.find('\n'), text.size() - 1);
    auto line = parse_arc_line(text, arc_version_);
    if (!line) {
      // What precedes the next line that looks like a record's.
      if (!has_named_gap_) add_trouble("a line that begins no ARC record");
      has_named_gap_ = true;
      input_.skip(line_end + 1);
      return std::optional<RecordHead>();
    }
    is_arc_ = true;
    has_named_gap_ = !line->length;
    if (!line->length) {
      add_trouble("not a record: its length is not a number");
      input_.skip(line_end + 1);
      return std::optional<RecordHead>();
    }
    const std::string_view block = text.substr(line_end + 1);
    RecordHead head = to_record_head(*line, block);
    head.offset = offset_;
    if (head.type == "warcinfo" && block.starts_with("2 ")) arc_version_ = 2;
    begin_block(line_end + 1, head.length);
    return std::optional<RecordHead>(std::move(head));
  }

  Input input_;
  std::vector<Trouble> troubles_;
  // Of the record that was begun last.
  Bytes offset_ = 0;
  Bytes end_of_last_ = 0;
  Bytes block_end_ = 0;
  bool block_is_whole_ = true;
  bool is_at_end_ = true;
  bool is_whole_ = false;
  std::size_t shown_ = 0;
  bool is_warc_ = false;
  bool is_arc_ = false;
  int arc_version_ = 1;
  bool has_named_gap_ = false;
  bool has_shared_member_ = false;
};

RecordReader::RecordReader(const File& file, Bytes offset)
    : state_(std::make_unique<State>(file, offset)) {}
RecordReader::~RecordReader() = default;
Result<std::optional<RecordHead>> RecordReader::next() { return state_->next(); }
Result<std::string_view> RecordReader::more() { return state_->more(); }
bool RecordReader::is_whole() const { return state_->is_whole(); }
Bytes RecordReader::end_of_last() const { return state_->end_of_last(); }
const std::vector<Trouble>& RecordReader::troubles() const {
  return state_->troubles();
}

Result<std::string> read_block(RecordReader& reader, Bytes most) {
  std::string block;
  while (true) {
    TRY_ASSIGN(const auto piece, reader.more());
    if (piece.empty()) break;
    if (block.size() + piece.size() > most) {
      return Error{ErrorKind::kLimit,
                   fmt::format("the record is longer than {} bytes", most)};
    }
    block += piece;
  }
  if (!reader.is_whole()) {
    return Error{ErrorKind::kCorrupt, "the record is not whole"};
  }
  return block;
}

}  // namespace curlew::archive
