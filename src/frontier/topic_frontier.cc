#include "frontier/topic_frontier.h"

#include <utility>

namespace curlew::frontier {

std::size_t TopicFrontier::size() const {
  std::size_t size = pages.size();
  for (const auto& links : links_) size += links ? links->size() : 0;
  return size;
}

bool TopicFrontier::is_all_open() const {
  for (const auto& links : links_) {
    if (links && !links->is_all_open()) return false;
  }
  return pages.is_all_open();
}

void TopicFrontier::insert_link(PageTable& table, Slot slot, double leaning,
                                bool is_open) {
  std::unique_ptr<WaitingPages>& links = links_[table[slot].link_class];
  if (!links) links = std::make_unique<WaitingPages>(WaitingPages::Hubs::kFirst);
  links->insert_link(table, slot, leaning, is_open);
}

void TopicFrontier::erase_link(PageTable& table, Slot slot) {
  links_[table[slot].link_class]->erase(table, slot);
}

void TopicFrontier::set_leaning(PageTable& table, SiteNumber site,
                                std::uint8_t link_class, double leaning) {
  if (links_[link_class]) links_[link_class]->set_gain(table, site, leaning);
}

void TopicFrontier::set_open(PageTable& table, OwnerNumber owner, bool is_open) {
  pages.set_open(table, owner, is_open);
  for (const auto& links : links_) {
    if (links) links->set_open(table, owner, is_open);
  }
}

std::optional<TopicFrontier::Best> TopicFrontier::best(const PageTable& table,
                                                       const LinkPromise& promise,
                                                       double usual_similarity) const {
  std::optional<Best> best = pages.best();
  for (std::size_t at = 0; at < links_.size(); ++at) {
    const std::optional<Best> link = links_[at] ? links_[at]->best() : std::nullopt;
    if (!link) continue;
    const double gain = usual_similarity *
                        promise.accepted(static_cast<std::uint8_t>(at), link->priority);
    const bool is_better =
        !best || gain > best->priority ||
        (gain == best->priority &&
         WaitingPages::is_better_page(table[link->slot], table[best->slot],
                                      WaitingPages::Hubs::kFirst));
    if (is_better) best = Best{link->slot, gain};
  }
  return best;
}

std::vector<Slot> TopicFrontier::slots() const {
  std::vector<Slot> slots = pages.slots();
  for (const auto& links : links_) {
    if (!links) continue;
    const std::vector<Slot> of_class = links->slots();
    slots.insert(slots.end(), of_class.begin(), of_class.end());
  }
  return slots;
}

void TopicFrontier::clear(PageTable& table, WaitingPages::Hubs hubs) {
  for (const Slot slot : slots()) {
    table[slot].line = kNowhere;
    table[slot].place = kNowhere;
  }
  *this = TopicFrontier(hubs);
}

std::size_t TopicFrontier::memory_bytes() const {
  std::size_t bytes = pages.memory_bytes();
  for (const auto& links : links_) bytes += links ? links->memory_bytes() : 0;
  return bytes;
}

}  // namespace curlew::frontier
