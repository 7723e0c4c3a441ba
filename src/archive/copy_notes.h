// What an archive knows of the copy that is held elsewhere, in its file "copy": what
// comparing files would not show (copied_disk.h).

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/brought_back.h"
#include "archive/far_copy.h"
#include "base/bytes.h"

namespace curlew::archive {

struct CopyNotes {
  // Of those who held it once so many are known. What is held by one who was forgotten
  // is taken for lost, and brought back.
  static constexpr std::size_t kMostFormer = 16;

  // Where a version lies, in a WARC file.
  struct Place {
    std::string segment;
    Bytes offset = 0;

    bool operator==(const Place&) const = default;
  };
  // One who holds a copy, and what went here since on purpose.
  struct Holder {
    std::string name;
    OnPurpose known;
  };

  // Of the archive.
  std::string id;
  // Its name is empty: nobody yet.
  Holder holder;
  // Those before, the oldest first: their copies may be the only ones of what was lost
  // here, until somebody has looked.
  std::vector<Holder> former = {};
  std::optional<Place> alone_from;

  // nullopt: these are no notes.
  static std::optional<CopyNotes> parse(std::string_view text);
  std::string to_text() const;

  // nullptr: nothing is known of what it holds.
  const OnPurpose* known_of(std::string_view holder) const;
  // What went after all that are known had their copies.
  OnPurpose known_of_all() const;
  // True: it is news.
  bool note_gone(const std::string& name);
  bool note_cut(const std::string& name);
  // The present holder has followed.
  bool forget(const std::string& name);
  bool forget_former(std::string_view holder);
  // Another one holds it from now on, and has these files of it.
  void move_to(const std::string& holder, const std::vector<FarFile>& files);
};

}  // namespace curlew::archive
