import type { ModelFile } from '../../models/installed/model-file.ts';

/** U²-Net-p (Qin and others, "U2-Net", Pattern Recognition 2020) as an ONNX file. */
export const weightsFile: ModelFile = {
  path: 'u2netp.onnx',
  bytes: 4_574_861,
  sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
};

/** Length in pixels of both sides of the input and of the mask of the network. */
export const networkSide = 320;

/** Message to the process that runs the network: a picture of `networkSide` by `networkSide` RGB pixels. */
export interface MaskRequest {
  rgb: Uint8Array;
}
