#include "archive/archive.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive/cdxj/index.h"
#include "archive/cdxj/line.h"
#include "archive/pack/packing.h"
#include "archive/pack/packs.h"
#include "archive/segment/known_payloads.h"
#include "archive/segment/scan.h"
#include "archive/segment/segment.h"
#include "archive/string_file.h"
#include "archive/timestamps.h"
#include "archive/warc/digests.h"
#include "archive/warc/gzip.h"
#include "archive/warc/http_block.h"
#include "archive/warc/reader.h"
#include "archive/warc/unpacked.h"
#include "archive/warc/writer.h"

namespace curlew::archive {
namespace {

// A revisit record is as long as a small payload.
constexpr Bytes kSmallestShared = 512;

struct ReadRecord {
  RecordHead head;
  std::string block;
  // Of the capture that it begins.
  http::Headers facts;
};

class RealArchive final : public Archive {
 public:
  RealArchive(Disk& disk, ArchiveOptions options, std::unique_ptr<Lock> lock)
      : disk_(disk),
        options_(std::move(options)),
        lock_(std::move(lock)),
        index_(disk),
        payloads_(options_.most_known_payloads),
        packs_(disk, options_.name,
               options_.access == ArchiveOptions::Access::kWrite ? Pack::Access::kWrite
                                                                 : Pack::Access::kRead,
               options_.largest_pack),
        packing_(disk, index_, packs_, payloads_, options_.largest_record) {}

  // A crash leaves the file as it is; so does this, when finishing fails.
  ~RealArchive() override {
    if (const auto finished = finish(); !finished.ok()) return;
  }

  Result<void> recover() {
    TRY_ASSIGN(const auto names, disk_.names());
    const bool may_write = options_.access == ArchiveOptions::Access::kWrite;
    for (const auto& name : names) {
      if (name.ends_with(".tmp") && may_write) TRY(disk_.remove(name));
      // Its WARC file may have been packed.
      if (const auto segment = segment_of_index(name)) {
        TRY(index_.add_file(*segment));
        note_name(*segment);
      } else if (is_segment_name(name)) {
        note_name(name);
        if (std::ranges::binary_search(names, index_name_of(name))) continue;
        TRY(recover_segment(name, may_write));
      }
    }
    if (may_write) TRY(learn_payloads());
    return {};
  }

  const Recovery& recovery() const override { return recovery_; }

  Result<Location> append(const Capture& capture) override {
    TRY(check_writable());
    if (capture.body.size() > options_.largest_record) {
      return Error{ErrorKind::kLimit,
                   fmt::format("{}: too long for the archive", capture.url)};
    }
    TRY(make_room(capture.time));
    const Digests payload = capture.digest.empty()
                                ? digests_of(capture.body)
                                : digests_of(capture.body, capture.digest);
    TRY_ASSIGN(const auto original, find_original(capture, payload));
    RecordDraft first =
        original ? make_revisit(capture, *original) : make_response(capture, payload);
    first.id = segment_->next_id(first.type);
    std::string behind;
    if (!capture.request.empty()) {
      RecordDraft request = make_request(capture, first.id);
      request.id = segment_->next_id(request.type);
      behind += gzip_member(to_record(request));
    }
    RecordDraft metadata = make_metadata(capture, payload, first.id);
    metadata.id = segment_->next_id(metadata.type);
    behind += gzip_member(to_record(metadata));
    TRY_ASSIGN(const auto placed, segment_->append(first, behind));
    const Location location{segment_->name(), placed.offset, placed.length};
    note(first, payload, location);
    return location;
  }

  Result<void> commit() override {
    return segment_ ? segment_->sync() : Result<void>();
  }

  Result<void> finish() override {
    if (!segment_) return {};
    TRY(segment_->sync());
    TRY(index_.finish(segment_->name()));
    segment_.reset();
    return {};
  }

  Result<Packed> pack(std::size_t but, Bytes most) override {
    TRY(check_writable());
    return packing_.pack(but, most);
  }

  Result<std::optional<bool>> is_referred(const Location& location) override {
    TRY(check_writable());
    TRY_ASSIGN(const RecordHead head, read_head(location));
    // A revisit of a revisit refers to what that one does.
    if (head.type == "revisit") return std::optional(false);
    return packing_.is_referred(head.field("WARC-Payload-Digest"));
  }

  Result<std::optional<std::vector<Location>>> let_go(
      const std::vector<Location>& places, Bytes most) override {
    TRY(check_writable());
    return packing_.let_go(places, most);
  }

  Result<std::vector<Version>> versions(std::string_view url, Time from,
                                        Time to) const override {
    return index_.versions(url, from, to);
  }

  Result<std::optional<Version>> nearest(std::string_view url,
                                         Time time) const override {
    return index_.nearest(url, time);
  }

  Result<Content> read(const Location& location) const override {
    TRY_ASSIGN(ReadRecord record, read_record(location));
    if (record.head.type != "revisit") return to_content(record);
    TRY_ASSIGN(const Version version, referred_by(record.head));
    TRY_ASSIGN(const ReadRecord original, read_record(version.location));
    if (original.head.type == "revisit") {
      return Error{ErrorKind::kCorrupt,
                   fmt::format("{}: a revisit of a revisit", location.segment)};
    }
    TRY_ASSIGN(Content content, to_content(original));
    content.url = record.head.target;
    content.facts = std::move(record.facts);
    content.time = record.head.date.value_or(content.time);
    // An answer 304 has only what changed; the rest is what it was.
    const auto message = parse_http_block(record.block);
    if (message && message->status() != 304) {
      content.status_line = message->first_line;
      content.headers = message->headers;
    }
    return content;
  }

  Result<std::string> records(const Location& location) const override {
    // Nobody shall get a damaged one.
    TRY_ASSIGN(const ReadRecord first, read_record(location));
    if (first.head.version.starts_with("ARC")) return as_warc_record(first, location);
    TRY_ASSIGN(const Opened opened, open_at(location));
    TRY_ASSIGN(const auto ends, capture_ends(*opened.file, opened.offset));
    if (ends.empty()) return nothing_at(location);
    const Bytes length = ends.back() - opened.offset;
    if (length > options_.largest_record) {
      return Error{ErrorKind::kLimit, fmt::format("{}: the records at {} are too long",
                                                  location.segment, location.offset)};
    }
    TRY_ASSIGN(std::string bytes, opened.file->read(opened.offset, length));
    if (is_gzip(bytes)) return bytes;
    std::string members;
    Bytes begin = opened.offset;
    for (const Bytes end : ends) {
      members += gzip_member(std::string_view(bytes).substr(begin, end - begin));
      begin = end;
    }
    return members;
  }

  Result<Version> original(const Version& version) const override {
    if (!version.is_revisit()) return version;
    TRY_ASSIGN(const RecordHead head, read_head(version.location));
    return referred_by(head);
  }

  Result<void> walk(
      const std::function<bool(const Version& version)>& visit) const override {
    return index_.walk([&](std::string_view line) {
      const auto version = parse_cdxj(line);
      return !version || visit(*version);
    });
  }

 private:
  Result<void> check_writable() const {
    if (options_.access == ArchiveOptions::Access::kWrite) return {};
    return Error{ErrorKind::kUsage, "the archive was opened to read only"};
  }

  bool is_own(std::string_view segment) const {
    return is_segment_of(options_.name, segment);
  }
  void note_name(const std::string& segment) {
    if (is_own(segment)) last_name_ = std::max(last_name_, segment);
  }

  Result<void> recover_segment(const std::string& name, bool may_write) {
    TRY_ASSIGN(const auto file, disk_.open(name));
    TRY_ASSIGN(auto scan, scan_segment(*file, name));
    for (auto& line : scan.lines) index_.add_line(name, std::move(line));
    if (!may_write) return {};
    if (scan.records == 0 && is_own(name)) {
      recovery_.cut.emplace_back(name, file->size());
      TRY(disk_.remove(name));
      return disk_.sync_names();
    }
    // What somebody else put here is not ours to cut.
    if (scan.sound_end < file->size() && is_own(name)) {
      recovery_.cut.emplace_back(name, file->size() - scan.sound_end);
      TRY(file->truncate(scan.sound_end));
    }
    // A process that was killed may not have synced its last records: whoever refers to
    // them later must not lose them.
    if (is_own(name)) TRY(file->sync());
    recovery_.indexed.push_back(name);
    return index_.finish(name);
  }

  // The newest files come first, and what comes again mostly was there lately.
  Result<void> learn_payloads() {
    return index_.walk([&](std::string_view line) {
      const auto version = parse_cdxj(line);
      if (version && !version->is_revisit()) {
        payloads_.add(version->digest, version->location, KnownPayloads::Age::kOlder);
      }
      return !payloads_.is_full();
    });
  }

  Result<void> make_room(Time time) {
    if (segment_ && (segment_->size() >= options_.largest_segment ||
                     segment_->captures() >= options_.most_captures)) {
      TRY(finish());
    }
    if (segment_) return {};
    TRY_ASSIGN(segment_, Segment::create(disk_, options_.name, last_name_, time,
                                         options_.software));
    last_name_ = segment_->name();
    return {};
  }

  // The version that an answer 304 can mean: the last one that was not an error.
  Result<std::optional<Version>> last_confirmable(std::string_view url,
                                                  Time time) const {
    // The index has one key for http and https, and with "www." and without.
    const auto is_good = [&](const Version& version) {
      return version.url == url && version.time <= time &&
             (version.status == 200 || (version.status == 304 && version.is_revisit()));
    };
    TRY_ASSIGN(const auto nearest, index_.nearest(url, time));
    if (!nearest || is_good(*nearest)) return nearest;
    TRY_ASSIGN(const auto versions, index_.versions(url, Time::min(), time));
    const auto found = std::find_if(versions.rbegin(), versions.rend(), is_good);
    return found == versions.rend() ? std::nullopt : std::optional(*found);
  }

  Result<std::optional<Original>> find_original(const Capture& capture,
                                                const Digests& payload) const {
    std::optional<Location> known;
    if (status_of(capture.status_line) == 304) {
      TRY_ASSIGN(const auto last, last_confirmable(capture.url, capture.time));
      if (last) known = last->location;
    } else if (capture.body.size() >= kSmallestShared) {
      known = payloads_.find(payload.sha256);
    }
    if (!known) return std::optional<Original>();
    const auto head = read_head(*known);
    // What cannot be read cannot be referred to.
    if (!head.ok() || !head->date) return std::optional<Original>();
    Original original{.url = head->target,
                      .time = *head->date,
                      .record_id = std::string(head->field("WARC-Record-ID")),
                      .digest = std::string(head->field("WARC-Payload-Digest"))};
    if (head->type == "revisit") {
      original.url = head->field("WARC-Refers-To-Target-URI");
      original.record_id = head->field("WARC-Refers-To");
      const auto time = parse_warc_date(head->field("WARC-Refers-To-Date"));
      if (!time) return std::optional<Original>();
      original.time = *time;
    }
    const bool is_same = capture.body.empty() || original.digest == payload.sha256;
    return is_same ? std::optional(original) : std::nullopt;
  }

  void note(const RecordDraft& first, const Digests& payload,
            const Location& location) {
    RecordHead head{
        .fields = first.fields, .type = std::string(first.type), .date = first.date};
    head.fields.emplace_back("Content-Type", first.content_type);
    head.target = head.field("WARC-Target-URI");
    Version version = version_of(head, first.block, payload, location.segment);
    version.location = location;
    index_.add_line(location.segment, to_cdxj(version));
    if (version.is_revisit()) {
      packing_.note_revisit(version.digest, version.location.segment);
    } else {
      payloads_.add(version.digest, location);
    }
  }

  static Error nothing_at(const Location& location) {
    return {ErrorKind::kNotFound,
            fmt::format("{}: no record at {}", location.segment, location.offset)};
  }

  // The file that has a record, and where in it.
  struct Opened {
    std::unique_ptr<File> file;
    Bytes offset;
    bool is_of_pack;
  };
  Result<Opened> open_at(const Location& location) const {
    auto file = disk_.open(location.segment);
    if (file.ok()) return Opened{std::move(file).value(), location.offset, false};
    if (file.error().kind != ErrorKind::kNotFound) return std::move(file).error();
    TRY_ASSIGN(auto records, packs_.read(location));
    if (!records) return nothing_at(location);
    return Opened{std::make_unique<StringFile>(std::move(*records)), 0, true};
  }

  Result<RecordHead> read_head(const Location& location) const {
    TRY_ASSIGN(const Opened opened, open_at(location));
    RecordReader reader(*opened.file, opened.offset);
    TRY_ASSIGN(auto head, reader.next());
    if (!head || head->offset != opened.offset) return nothing_at(location);
    return std::move(*head);
  }

  Result<ReadRecord> read_record(const Location& location) const {
    TRY_ASSIGN(Opened opened, open_at(location));
    if (!opened.is_of_pack) {
      TRY_ASSIGN(auto records,
                 unpacked_records(*opened.file, opened.offset, location.length,
                                  options_.largest_record));
      if (records) {
        opened = {std::make_unique<StringFile>(std::move(*records)), 0, true};
      }
    }
    RecordReader reader(*opened.file, opened.offset);
    TRY_ASSIGN(auto head, reader.next());
    if (!head || head->offset != opened.offset) return nothing_at(location);
    auto block = read_block(reader, options_.largest_record);
    if (!block.ok()) return std::move(block).error().within(location.segment);
    ReadRecord record{std::move(*head), std::move(block).value()};
    TRY_ASSIGN(record.facts, read_facts(reader, record.head.field("WARC-Record-ID")));
    // What gzip's checksum says of it. The digests would take five times as long as all
    // of the reading; verify() looks at them.
    for (const Trouble& each : reader.troubles()) {
      if (each.offset == opened.offset) return damaged(location, each.reason);
    }
    return record;
  }

  static Error damaged(const Location& location, std::string_view why) {
    return {ErrorKind::kCorrupt,
            fmt::format("{}: the record at {} is damaged: {}; curlew archive verify "
                        "looks at all",
                        location.segment, location.offset, why)};
  }

  // Of the metadata record that lies behind the one with that id, and belongs to it.
  static Result<http::Headers> read_facts(RecordReader& reader, std::string_view id) {
    constexpr Bytes kLongestMetadata = 256_KiB;
    while (!id.empty()) {
      TRY_ASSIGN(const auto next, reader.next());
      if (!next || next->field("WARC-Concurrent-To") != id) break;
      if (next->type != "metadata") continue;
      const auto block = read_block(reader, kLongestMetadata);
      // Of another's making, or torn: the version itself is there.
      if (block.ok()) return parse_field_lines(*block);
    }
    return http::Headers();
  }

  Result<Content> to_content(const ReadRecord& record) const {
    Content content{.url = record.head.target,
                    .time = record.head.date.value_or(Time()),
                    .facts = record.facts};
    const auto message =
        is_http_message(record.head) ? parse_http_block(record.block) : std::nullopt;
    if (!message) {
      content.body = record.block;
      return content;
    }
    content.status_line = message->first_line;
    content.headers = message->headers;
    TRY_ASSIGN(content.body, decoded_body(*message, options_.largest_record));
    return content;
  }

  // A record of an ARC file, as WARC has it.
  static Result<std::string> as_warc_record(const ReadRecord& record,
                                            const Location& location) {
    const RecordHead& head = record.head;
    if (!head.date) return damaged(location, "its date is none");
    const RecordDraft draft{
        .type = head.type,
        .id = make_record_id(location.segment, location.offset, head.type),
        .date = *head.date,
        .fields = {{"WARC-Target-URI", head.target},
                   {"WARC-IP-Address", std::string(head.field("WARC-IP-Address"))}},
        .content_type = std::string(head.field("Content-Type")),
        .block = record.block};
    return gzip_member(to_record(draft));
  }

  // The version that a revisit's fields name. Before WARC 1.1 that was the last one of
  // the same address with that payload.
  Result<Version> referred_by(const RecordHead& head) const {
    const std::string_view named = head.field("WARC-Refers-To-Target-URI");
    const std::string url(named.empty() ? std::string_view(head.target) : named);
    const std::string_view digest = head.field("WARC-Payload-Digest");
    const auto time = parse_warc_date(head.field("WARC-Refers-To-Date"));
    std::vector<Version> candidates;
    TRY_ASSIGN(const auto found, index_.versions(url, time.value_or(Time::min()),
                                                 time.value_or(Time::max())));
    for (const auto& each : found) {
      const bool is_same = time || each.digest == digest || each.sha1 == digest;
      if (each.url == url && !each.is_revisit() && is_same) candidates.push_back(each);
    }
    if (candidates.empty()) return unknown_original(head, url);
    // Of two copies one may be damaged.
    for (std::size_t i = candidates.size(); i-- > 1;) {
      if (read_record(candidates[i].location).ok()) return candidates[i];
    }
    return candidates.front();
  }

  static Error unknown_original(const RecordHead& head, const std::string& url) {
    const std::string_view time = head.field("WARC-Refers-To-Date");
    // Of several records in a gzip member only the first is found by its place.
    if (url.empty()) {
      return {ErrorKind::kNotFound,
              "a revisit cannot be read: another record stands before it in its gzip "
              "member"};
    }
    return {ErrorKind::kNotFound,
            time.empty()
                ? fmt::format("no version of {} with the payload of a revisit is in "
                              "the archive",
                              url)
                : fmt::format("the version of {} at {} that a revisit refers to is not "
                              "in the archive",
                              url, time)};
  }

  Disk& disk_;
  const ArchiveOptions options_;
  const std::unique_ptr<Lock> lock_;
  Recovery recovery_;
  Index index_;
  KnownPayloads payloads_;
  // Opened by the first one who reads from it.
  mutable Packs packs_;
  Packing packing_;
  std::unique_ptr<Segment> segment_;
  std::string last_name_;
};

}  // namespace

Result<std::unique_ptr<Archive>> Archive::open(Disk& disk, ArchiveOptions options) {
  std::unique_ptr<Lock> lock;
  if (options.access == ArchiveOptions::Access::kWrite) {
    TRY_ASSIGN(lock, disk.lock());
  }
  auto archive =
      std::make_unique<RealArchive>(disk, std::move(options), std::move(lock));
  TRY(archive->recover());
  return std::unique_ptr<Archive>(std::move(archive));
}

}  // namespace curlew::archive
