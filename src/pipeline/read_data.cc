// Reads a data document: RDF, CSV, JSON, or what a SPARQL endpoint answers.

#include "pipeline/stages.h"

namespace curlew::pipeline {

void read(Visit& visit, const model::DataTask&) {
  conclude_unreadable(visit, "data documents are not watched yet");
}

}  // namespace curlew::pipeline
