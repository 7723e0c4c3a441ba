// The WARC file that is being written: one at a time, by one writer, and never again
// once it is finished. For this module alone.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "archive/disk.h"
#include "archive/warc/writer.h"

namespace curlew::archive {

// Whether a file is one that Segment::create() named:
// "NAME-20261117161833123-00000.warc.gz". Anything else in the folder is its owner's:
// it is neither repaired nor counted.
bool is_segment_of(std::string_view name, std::string_view file);

class Segment {
 public:
  // Creates the file, under a name that sorts behind `last`, and writes its warcinfo
  // record.
  static Result<std::unique_ptr<Segment>> create(Disk& disk, const std::string& name,
                                                 std::string_view last, Time time,
                                                 std::string_view software);

  const std::string& name() const { return name_; }
  Bytes size() const { return file_->size(); }
  Bytes captures() const { return captures_; }

  // Appends all records of one capture or none of them; each draft gets its id. Where
  // the first one lies, and how long it is.
  struct Placed {
    Bytes offset;
    Bytes length;
  };
  Result<Placed> append(RecordDraft& first, const std::string& records_behind);
  // The id that the next record of that type will have as the first of append().
  std::string next_id(std::string_view type) const;
  // All is on the disk when it returns, the name included.
  Result<void> sync();

 private:
  Segment(Disk& disk, std::string name, std::unique_ptr<File> file)
      : disk_(disk), name_(std::move(name)), file_(std::move(file)) {}

  Result<void> append_bytes(std::string_view bytes);

  Disk& disk_;
  const std::string name_;
  const std::unique_ptr<File> file_;
  Bytes captures_ = 0;
  bool is_name_synced_ = false;
  Bytes synced_to_ = 0;
  // A failed write could not be taken back: nothing may come behind it.
  bool is_torn_ = false;
};

}  // namespace curlew::archive
