// The ring: a dozen hobby sites of the little web that link to each other, and a page
// that lists them. A focused crawl has something to do there: most pages of a site are
// about its hobby and others are not, links lead astray, pages are added and changed,
// and some drift to another hobby and back.
//
// All of it is a function of seed, epoch and time, as the rest of the little web is.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/prose/hobbies.h"
#include "sim/web/little_web.h"
#include "sim/web/representation.h"
#include "sim/web/tempo.h"

namespace curlew::sim {

struct RingSite {
  // Its host is "<name>.localhost".
  std::string_view name;
  std::string_view title;
  // What seven in ten of its pages are about.
  Hobby hobby = Hobby::kSailing;
};

std::span<const RingSite> ring_sites();

// Thread-safe: nothing in it changes.
class Ring {
 public:
  Ring(Tempo tempo, std::uint64_t seed, std::uint16_t port)
      : tempo_(tempo), seed_(seed), port_(port) {}

  // What a site of the ring, or the list of them ("ring"), shows there; nullopt: no
  // such site, or page.
  std::optional<Representation> page(std::string_view site, std::string_view path,
                                     Time now) const;

  // Where its sites are listed.
  std::string list_address() const;

  // What is looked for in the ring, with examples and where to begin.
  std::vector<LittleTopic> topics() const;

  // Every page that is there, and what it is about now.
  std::vector<RingPage> pages(Time now) const;

 private:
  // A page of a site, by its place in the list of sites.
  struct Note {
    std::size_t site = 0;
    std::int64_t number = 0;

    bool operator==(const Note&) const = default;
  };

  std::uint64_t chance(Note note, std::string_view what, std::int64_t more = 0) const;
  std::int64_t count(std::size_t site, VirtualHours at) const;
  VirtualHours born(Note note) const;
  Hobby first_hobby(Note note) const;
  // nullopt: it stays with its first hobby.
  std::optional<VirtualHours> drift_interval(Note note) const;
  std::int64_t drifts(Note note, VirtualHours at) const;
  Hobby hobby(Note note, VirtualHours at) const;
  std::optional<VirtualHours> change_interval(Note note) const;
  std::int64_t version(Note note, VirtualHours at) const;
  Time last_change(Note note, VirtualHours at) const;

  std::string address(Note note) const;
  std::string title(Note note, VirtualHours at) const;
  std::string text(Note note, VirtualHours at) const;
  std::vector<Note> links(Note note) const;
  std::vector<Note> newest(std::size_t site, std::size_t most, VirtualHours at) const;
  std::string list_of(std::span<const Note> notes, VirtualHours at) const;

  Representation note_page(Note note, VirtualHours at) const;
  Representation front_page(std::size_t site, VirtualHours at) const;
  Representation list_page(VirtualHours at) const;

  const Tempo tempo_;
  const std::uint64_t seed_;
  const std::uint16_t port_;
};

}  // namespace curlew::sim
