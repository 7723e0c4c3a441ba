#include "archive/copy_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace curlew::archive {
namespace {

constexpr std::string_view kNotesHead = "curlew copy 1";

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// "OFFSET SEGMENT"
std::optional<CopyNotes::Place> parse_place(std::string_view text) {
  const auto end = std::min(text.find(' '), text.size());
  CopyNotes::Place place;
  const auto read = std::from_chars(text.data(), text.data() + end, place.offset);
  if (read.ec != std::errc()) return std::nullopt;
  place.segment = text.substr(std::min(end + 1, text.size()));
  return place;
}

std::string to_lines(const OnPurpose& known) {
  std::string text;
  for (const std::string& each : known.gone) text += fmt::format("gone {}\n", each);
  for (const std::string& each : known.cut) text += fmt::format("cut {}\n", each);
  return text;
}

void keep_common(std::set<std::string>& names, const std::set<std::string>& others) {
  std::erase_if(names, [&](const std::string& each) { return !others.contains(each); });
}

}  // namespace

std::optional<CopyNotes> CopyNotes::parse(std::string_view text) {
  if (take_line(text) != kNotesHead) return std::nullopt;
  CopyNotes notes;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const auto space = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, space);
    const std::string rest(line.substr(std::min(space + 1, line.size())));
    // What follows a holder is about its copy.
    OnPurpose& known =
        notes.former.empty() ? notes.holder.known : notes.former.back().known;
    if (word == "id") {
      notes.id = rest;
    } else if (word == "holder") {
      notes.holder.name = rest;
    } else if (word == "former") {
      notes.former.push_back({rest, {}});
    } else if (word == "gone") {
      known.gone.insert(rest);
    } else if (word == "cut") {
      known.cut.insert(rest);
    } else if (word == "alone") {
      notes.alone_from = parse_place(rest);
      if (!notes.alone_from) return std::nullopt;
    }
  }
  return notes.id.empty() ? std::nullopt : std::optional(std::move(notes));
}

std::string CopyNotes::to_text() const {
  std::string text = fmt::format("{}\nid {}\n", kNotesHead, id);
  if (alone_from) {
    text += fmt::format("alone {} {}\n", alone_from->offset, alone_from->segment);
  }
  if (holder.name.empty()) return text;
  text += fmt::format("holder {}\n{}", holder.name, to_lines(holder.known));
  for (const Holder& each : former) {
    text += fmt::format("former {}\n{}", each.name, to_lines(each.known));
  }
  return text;
}

const OnPurpose* CopyNotes::known_of(std::string_view name) const {
  if (name == holder.name) return &holder.known;
  const auto found = std::ranges::find(former, name, &Holder::name);
  return found == former.end() ? nullptr : &found->known;
}

OnPurpose CopyNotes::known_of_all() const {
  OnPurpose common = holder.known;
  for (const Holder& each : former) {
    keep_common(common.gone, each.known.gone);
    keep_common(common.cut, each.known.cut);
  }
  return common;
}

bool CopyNotes::note_gone(const std::string& name) {
  bool is_news = holder.known.gone.insert(name).second;
  for (Holder& each : former) is_news |= each.known.gone.insert(name).second;
  return is_news;
}

bool CopyNotes::note_cut(const std::string& name) {
  bool is_news = holder.known.cut.insert(name).second;
  for (Holder& each : former) is_news |= each.known.cut.insert(name).second;
  return is_news;
}

bool CopyNotes::forget(const std::string& name) {
  return holder.known.gone.erase(name) + holder.known.cut.erase(name) > 0;
}

bool CopyNotes::forget_former(std::string_view name) {
  return std::erase_if(former, [&](const Holder& each) { return each.name == name; }) >
         0;
}

void CopyNotes::move_to(const std::string& name, const std::vector<FarFile>& files) {
  Holder next{name, {}};
  const auto found = std::ranges::find(former, name, &Holder::name);
  if (found != former.end()) {
    next = std::move(*found);
    former.erase(found);
  } else {
    // What it may have of an earlier time is written anew or removed.
    for (const FarFile& file : files) next.known.gone.insert(file.name);
  }
  if (!holder.name.empty()) former.push_back(std::move(holder));
  if (former.size() > kMostFormer) former.erase(former.begin());
  holder = std::move(next);
  alone_from = Place();
}

}  // namespace curlew::archive
