// One binding function a family; module.cpp calls them in the order in which they build on each other.
#pragma once

#include <nanobind/nanobind.h>

namespace leafstrap::bindings {

void bind_chess(nanobind::module_& parent);
void bind_backgammon(nanobind::module_& parent);
void bind_backgammon_evaluators(nanobind::module_& parent);
void bind_search_basics(nanobind::module_& m);
void bind_logistic(nanobind::module_& m);
void bind_chess_features(nanobind::module_& parent);
void bind_chess_search(nanobind::module_& parent);
void bind_chess_tournament(nanobind::module_& parent);
void bind_chess_knightcap(nanobind::module_& parent);
void bind_draughts(nanobind::module_& parent);
void bind_draughts_features(nanobind::module_& parent);
void bind_draughts_search(nanobind::module_& parent);
void bind_draughts_tournament(nanobind::module_& parent);
void bind_draughts_tablebase(nanobind::module_& parent);
void bind_doubles(nanobind::module_& parent);

}  // namespace leafstrap::bindings
