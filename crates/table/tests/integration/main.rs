//! The session core: step by step, by its log, and in the simulator.

mod agreed;
mod log;
mod simulator;
mod steps;
