// ONNX Runtime's own builds for Linux and macOS tell their makers about each model that is opened, and keep a number of this machine in its
// home folder, unless this is set before they are loaded. Native code sees what the main thread sets, never what a thread sets for itself.
process.env.ORT_DISABLE_TELEMETRY = "1";
