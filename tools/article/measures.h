// The measures of the corpus's own score.py, for blocks that were chosen.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "corpus.h"
#include "extract/blocks/block.h"
#include "tokens.h"

namespace curlew::tools {

// A page's blocks and truth, cut into words once.
class MeasuredPage {
 public:
  MeasuredPage(const CorpusPage& page, const extract::PageBlocks& blocks);

  struct Words {  // Bag of words, case folded.
    double precision = 0, recall = 0, f1 = 0;
  };
  Words words(const std::vector<bool>& kept) const;

  struct Shingles {  // Of four words, case kept.
    double hits = 0, found = 0, wanted = 0;
  };
  Shingles shingles(const std::vector<bool>& kept) const;

  struct Snippets {
    int hits = 0, missed = 0, wrong = 0;
  };
  Snippets snippets(const std::vector<bool>& kept) const;

  const std::vector<Tokens>& block_words() const { return folded_; }
  const Tokens& truth_words() const { return truth_folded_; }
  const std::vector<std::string>& texts() const { return texts_; }  // Squeezed.

 private:
  std::vector<std::string> texts_;
  std::vector<Tokens> folded_;  // By block.
  std::vector<Tokens> cased_;
  Tokens truth_folded_;
  Tokens truth_cased_;
  std::vector<std::string> with_;
  std::vector<std::string> without_;
};

// Adds pages up to the figures that are asked for.
class Figures {
 public:
  void add(const CorpusPage& page, const MeasuredPage& measured,
           const std::vector<bool>& kept);
  double shingle_f1() const;
  double snippet_f1() const;
  double word_f1(const std::string& type) const;  // Of wcxb; "" for all of it.
  std::string line() const;

 private:
  struct Mean {
    double sum = 0;
    double count = 0;
    double value() const { return count > 0 ? sum / count : 0; }
    void add(double value) {
      sum += value;
      count += 1;
    }
  };
  std::map<std::string, Mean> words_;  // By type.
  Mean precision_, recall_;            // Of shingles.
  MeasuredPage::Snippets snippets_;
};

}  // namespace curlew::tools
