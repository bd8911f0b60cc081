// SHA-256 and HMAC. crypto.subtle is not used: browsers offer it only over HTTPS and on localhost.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** The commitment of a seed: its SHA-256. */
export const commitmentOf = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)));

/** What a page commits to. */
export const saltHash = (commitment: string, salt: string): string =>
  bytesToHex(sha256(utf8ToBytes(`alhambra 2 salt\n${commitment}\n${salt}`)));

export const keyed = (seed: string, message: string): Uint8Array =>
  hmac(sha256, hexToBytes(seed), utf8ToBytes(message));
